#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fathom_fuzz::answer::run(data));
