//! Pieces for machines that search far from each other.

use std::ops::ControlFlow;

use super::{HashTree, large_tree, run_quietly, walk, whole};
use crate::search::{
    Control, Ledger, Limits, Path, Piece, Quest, Range, Settings, StopReason, Tally, Tree, Work, cut_evenly, run,
};

/// How many nodes of a tree lie in each piece.
fn true_sizes(tree: &HashTree, pieces: &[Piece]) -> Vec<usize> {
    let nodes = walk(tree).nodes;
    pieces.iter().map(|piece| nodes.iter().filter(|id| piece.range.contains(id)).count()).collect()
}

fn assert_that_pieces_tile(pieces: &[Piece], range: &Range) {
    assert_eq!(pieces.first().map(|piece| &piece.range.from), Some(&range.from));
    assert_eq!(pieces.last().map(|piece| &piece.range.to), Some(&range.to));
    assert!(pieces.windows(2).all(|pair| pair[0].range.to.as_ref() == Some(&pair[1].range.from)));
}

#[test]
fn pieces_have_about_the_same_work() {
    let mut tree = large_tree();
    let all = walk(&tree).nodes.len();
    for count in [1, 2, 3, 7] {
        let pieces = cut_evenly(&[Range::everything()], count, &mut tree, &Control::default());
        assert_that_pieces_tile(&pieces, &Range::everything());
        let sizes = true_sizes(&tree, &pieces);
        assert_eq!((pieces.len(), sizes.iter().sum::<usize>()), (count, all));
        let largest = *sizes.iter().max().unwrap();
        assert!(largest * count <= all * 5 / 4, "{sizes:?}");
        assert_eq!(tree.answer(), Path::root(), "the cursor is back at the root");
    }
}

#[test]
fn ranges_are_cut_within_their_ends() {
    let mut tree = large_tree();
    let nodes = walk(&tree).nodes;
    let (from, to) = (nodes[nodes.len() / 5].clone(), nodes[nodes.len() / 2].clone());
    let range = Range { from, to: Some(to) };
    let pieces = cut_evenly(std::slice::from_ref(&range), 5, &mut tree, &Control::default());
    assert_that_pieces_tile(&pieces, &range);
    let sizes = true_sizes(&tree, &pieces);
    let all: usize = sizes.iter().sum();
    assert!(sizes.iter().max().unwrap() * 5 <= all * 3 / 2, "{sizes:?}");
}

#[test]
fn a_small_tree_gives_few_pieces_and_a_stop_ends_the_cutting() {
    let mut tree = HashTree::new(0, 3, 1);
    let pieces = cut_evenly(&[Range::everything()], 100, &mut tree, &Control::default());
    assert_that_pieces_tile(&pieces, &Range::everything());
    assert!(pieces.len() <= 4);
    let control = Control::new(&Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert!(cut_evenly(&[Range::everything()], 100, &mut large_tree(), &control).is_empty());
}

#[test]
fn a_run_that_cuts_searches_nothing() {
    let tree = large_tree();
    for threads in [1, 3] {
        let settings = Settings { threads, work: Work::Cut(4), ..Settings::new(Quest::Count) };
        let outcome = run_quietly(&tree, &settings, whole());
        assert_eq!((outcome.stop, outcome.tally), (StopReason::Interrupted, Tally::default()));
        assert_eq!(outcome.left, [Range::everything()]);
        assert_that_pieces_tile(&outcome.pieces, &Range::everything());
        assert_eq!(outcome.pieces.len(), 4);
        // The pieces together have what the whole has.
        let sum = outcome.pieces.into_iter().fold(Tally::default(), |sum, piece| {
            sum + run_quietly(&tree, &Settings::new(Quest::Count), Ledger::new(piece.range)).tally
        });
        assert_eq!(sum, run_quietly(&tree, &Settings::new(Quest::Count), whole()).tally);
    }
    let telling = Settings { work: Work::Tell, ..Settings::new(Quest::Count) };
    let outcome = run(tree, &telling, whole(), &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((outcome.tally, outcome.pieces.len()), (Tally::default(), 0));
}
