//! Lists of cases for a batch: whatever is in them, they are taken or refused.

#![no_main]

use std::{io::Cursor, path::PathBuf};

use fathom::batch::collect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let content = data.to_vec();
    let _ = collect(&[], &[PathBuf::from("-")], &mut || Box::new(Cursor::new(content.clone())));
});
