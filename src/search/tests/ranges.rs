//! Where ranges are cut, and where ids lie in a tree.

use std::ops::Range as Digits;

use super::VastTree;
use crate::search::{Range, Tree, divide, range::position};

/// A tree with so many children at each depth. One of the digits is barred, another leads to slow nodes. No digit may
/// be asked for that is not there.
#[derive(Clone, Debug)]
struct Strict {
    fanouts: Vec<u32>,
    barred: u32,
    slow: u32,
    depth: usize,
    /// How often a node was entered.
    entered: usize,
}

fn strict(fanouts: &[u32]) -> Strict {
    Strict { fanouts: fanouts.to_vec(), barred: u32::MAX, slow: u32::MAX, depth: 0, entered: 0 }
}

impl Tree for Strict {
    type Answer = ();

    fn fanout(&self) -> u32 {
        self.fanouts.get(self.depth).copied().unwrap_or(0)
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        assert!(digits.end <= self.fanout(), "there is no digit {}", digits.end - 1);
        let barred = self.barred;
        let digit = digits.into_iter().find(|digit| *digit != barred)?;
        assert!(digit != self.slow, "a slow node is entered to be searched");
        self.depth += 1;
        self.entered += 1;
        Some(digit)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn is_answer(&self) -> bool {
        false
    }

    fn answer(&self) {}

    fn is_slow(&self, digit: u32) -> bool {
        digit == self.slow
    }
}

#[test]
fn an_id_lies_where_its_digits_say() {
    let lies = |tree: &Strict, id: &str| {
        let mut tree = tree.clone();
        let position = position(&id.parse().unwrap(), &mut tree);
        assert_eq!(tree.depth, 0, "the cursor is back at the root");
        (position, tree.entered)
    };
    let plain = strict(&[4, 5]);
    assert_eq!([lies(&plain, "/"), lies(&plain, "/3"), lies(&plain, "/4")], [(0.0, 0), (0.75, 0), (1.0, 0)]);
    let near = |(one, entered): (f64, usize), other: f64, count| (one - other).abs() < 1e-12 && entered == count;
    assert!(near(lies(&plain, "/2/3"), 0.65, 1), "the node itself need not be entered");
    assert!(near(lies(&plain, "/2/3/1"), 0.65, 2), "there is nothing below a leaf");
    assert_eq!([lies(&plain, "/9"), lies(&plain, "/4/1")], [(1.0, 0); 2], "beyond the last child");
    let barred = Strict { barred: 2, ..plain.clone() };
    assert_eq!(lies(&barred, "/2/3"), (0.5, 0));
    let slow = Strict { slow: 2, ..plain };
    assert_eq!(lies(&slow, "/2/3"), (0.5, 0));
}

#[test]
fn a_range_within_a_child_is_cut_below_it() {
    let halve = |tree: &Strict, range: &str| {
        let range: Range = range.parse().unwrap();
        let mut tree = tree.clone();
        let halves = range.halve(&mut tree);
        assert_eq!(tree.depth, 0, "the cursor is back at the root");
        halves.map(|(early, late)| {
            assert_eq!((&early.from, early.to.as_ref(), &late.to), (&range.from, Some(&late.from), &range.to));
            late.from.to_string()
        })
    };
    let tree = strict(&[4, 8, 3]);
    let cut = |text: &str| Some(text.to_owned());
    assert_eq!(halve(&tree, ".."), cut("/2"));
    assert_eq!(halve(&tree, "/2/4../3"), cut("/2/6"));
    assert_eq!(halve(&tree, "/3/4.."), cut("/3/6"));
    assert_eq!(halve(&tree, "/2/7/1../3"), cut("/2/7/2"));
    assert_eq!(halve(&tree, "/2../2/7"), cut("/2/4"));
    assert_eq!(halve(&tree, "/2/6/1../2/7"), cut("/2/6/2"));
    assert_eq!([halve(&tree, "/2/7/2../3"), halve(&tree, "/4.."), halve(&tree, "/2/8../3")], [None, None, None]);
    assert_eq!(halve(&strict(&[1, 1, 1]), ".."), None, "a single path of nodes");
    assert_eq!(halve(&strict(&[0]), ".."), None);
    let slow = Strict { slow: 2, ..tree.clone() };
    assert_eq!([halve(&slow, "/2../3"), halve(&slow, "/1../2")], [None, cut("/1/4")]);
    let barred = Strict { barred: 2, ..tree };
    assert_eq!([halve(&barred, "/2../3"), halve(&barred, "/2/4../3")], [None, None]);
}

#[test]
fn a_small_tree_is_divided_as_far_as_it_goes() {
    let count = |fanouts: &[u32], count| divide(&Range::everything(), count, &mut strict(fanouts)).len();
    assert_eq!([count(&[3], 100), count(&[1, 1, 2], 100), count(&[1], 100)], [3, 2, 1]);
    assert_eq!([count(&[4, 4], 16), count(&[4, 4], 5)], [16, 5]);
}

#[test]
fn ranges_of_one_id_and_of_none_are_told_apart() {
    let empty = |text: &str| text.parse::<Range>().unwrap().is_empty();
    assert!(empty("/5../5") && empty("/5../4/9") && !empty("/5../5/0") && !empty("/5..") && !empty(".."));
    let cut = divide(&"/5../6".parse().unwrap(), 3, &mut VastTree(Vec::new()));
    assert_eq!(cut.len(), 3);
    assert!(cut.iter().all(|part| !part.is_empty()));
}
