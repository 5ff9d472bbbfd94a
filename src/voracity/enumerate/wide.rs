//! The one place that asks the processor for wider registers.
#![allow(unsafe_code)]

use super::{streams::Streams, sweep::Gathering, tables::Tables};

/// Positions with fewer words are not copied any faster.
const WORTH_IT: usize = 24;

impl<const M: usize> Streams<M> {
    /// Searches all trees the gathering gives, with 256-bit registers where there are some: positions of 19x19 boards
    /// and larger ones are then copied and searched 20 to 50 % faster.
    pub fn run(&mut self, tables: &Tables<M>, gathering: &mut Gathering<'_, M>) {
        #[cfg(target_arch = "x86_64")]
        if M >= WORTH_IT && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { self.run_wide(tables, gathering) };
        }
        self.take_turns(tables, gathering);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn run_wide(&mut self, tables: &Tables<M>, gathering: &mut Gathering<'_, M>) {
        self.take_turns(tables, gathering);
    }
}
