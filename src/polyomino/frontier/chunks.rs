//! Work on the nodes of a layer, some at a time.

use rayon::prelude::*;

use crate::search::Control;

use super::NoGraph;

/// Does the work of every chunk on all threads, and gathers what comes of it in order. Limits are looked at before
/// each. Most layers of small boards have one chunk only: it is not worth a thread.
pub(super) fn each_chunk<A: Send, E: From<NoGraph> + Send>(
    chunks: usize,
    control: &Control,
    work: impl Fn(usize) -> Result<A, E> + Sync,
) -> Result<Vec<A>, E> {
    let work = |chunk| if control.look() { Err(NoGraph::Stopped.into()) } else { work(chunk) };
    match chunks {
        0 | 1 => (0..chunks).map(work).collect(),
        _ => (0..chunks).into_par_iter().map(work).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, StopReason};

    #[test]
    fn results_come_in_order_and_a_stop_ends_the_work() {
        let control = Control::new(&Limits::default());
        for chunks in [0, 1, 2, 100] {
            let squares = each_chunk::<_, NoGraph>(chunks, &control, |chunk| Ok(chunk * chunk));
            assert_eq!(squares, Ok((0..chunks).map(|chunk| chunk * chunk).collect()));
        }
        let failing =
            each_chunk(100, &control, |chunk| if chunk == 70 { Err(NoGraph::TooLarge("it")) } else { Ok(()) });
        assert_eq!(failing, Err(NoGraph::TooLarge("it")));
        control.stop(StopReason::TimeLimit);
        for chunks in [1, 100] {
            let stopped = each_chunk::<(), NoGraph>(chunks, &control, |_| unreachable!("nobody works after a stop"));
            assert_eq!(stopped, Err(NoGraph::Stopped));
        }
    }
}
