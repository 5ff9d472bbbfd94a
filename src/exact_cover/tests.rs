//! Laws of exact covers, tried on random small ones, and facts that are known.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::prelude::*;

use super::{
    bitwise::BitwiseTree,
    check::judge,
    input::parse,
    problem::{Part, Problem},
    tree::{Cover, CoverTree, Order},
};
use crate::{
    diagnostics::Source,
    search::{
        AnyTree, Ledger, Quest, Range, Settings, Tree,
        contract::{keep, trials},
        run,
    },
};

/// The covers, as sorted lists of options.
fn covers(tree: AnyTree<Cover>, threads: usize, branches: usize) -> Vec<Vec<u32>> {
    let settings = Settings { threads, branches, poll_every: 5, ..Settings::new(Quest::Lowest(u64::MAX)) };
    let outcome = run(tree, &settings, Ledger::new(Range::everything()), &mut |_| ControlFlow::Continue(())).unwrap();
    let sorted = |mut options: Vec<u32>| {
        options.sort_unstable();
        options
    };
    outcome.answers.into_iter().map(|cover| sorted(cover.options)).collect()
}

/// The tree of each strategy.
fn trees(problem: &Problem) -> [AnyTree<Cover>; 3] {
    [
        BitwiseTree::new(problem).into_any(),
        CoverTree::new(problem, Order::Fewest).into_any(),
        CoverTree::new(problem, Order::First).into_any(),
    ]
}

/// The obvious way: all sets of options, each judged.
fn by_hand(problem: &Problem) -> BTreeSet<Vec<u32>> {
    let sets = 0u32..1 << problem.options.len();
    let chosen = sets.map(|set| (0..problem.options.len() as u32).filter(|option| set >> option & 1 != 0).collect());
    let is_cover = |options: &Vec<u32>| {
        let numbers: Vec<usize> = options.iter().map(|option| *option as usize + 1).collect();
        judge(problem, &[numbers.into()]).is_ok()
    };
    chosen.filter(is_cover).collect()
}

/// Small problems with secondary items and colours.
fn problems() -> impl Strategy<Value = Problem> {
    let option = prop::collection::vec((0u32..4, 0u32..3), 6);
    (1usize..5, 0usize..3, prop::collection::vec(option, 0..10)).prop_map(|(primary, secondary, options)| {
        let items = (0..primary + secondary).map(|item| format!("i{item}")).collect();
        let colours = vec!["red".to_owned(), "blue".to_owned()];
        let option = |choices: Vec<(u32, u32)>| {
            let chosen = choices.into_iter().enumerate().take(primary + secondary);
            let parts = chosen.filter(|(_, (wish, _))| *wish < 2).map(|(item, (_, colour))| {
                let colour = if item < primary { 0 } else { colour };
                Part { item: item as u32, colour }
            });
            parts.collect::<Vec<_>>()
        };
        let options = options.into_iter().map(option).filter(|parts| !parts.is_empty()).collect();
        Problem { items, primary, colours, options }
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(200))]

    #[test]
    fn all_strategies_find_what_is_found_by_hand(problem in problems(), threads in 1usize..4, branches in 1usize..20) {
        let expected = by_hand(&problem);
        for tree in trees(&problem) {
            let found = covers(tree, threads, branches);
            let different: BTreeSet<_> = found.iter().cloned().collect();
            prop_assert_eq!(found.len(), different.len());
            prop_assert_eq!(&different, &expected);
        }
    }

    #[test]
    fn the_trees_keep_the_contract(problem in problems(), trial in trials()) {
        for tree in trees(&problem) {
            keep(&tree, &trial)?;
        }
    }

    #[test]
    fn what_is_written_is_read(problem in problems()) {
        let (read, _) = parse(&Source::new("x.dlx", problem.text())).unwrap();
        prop_assert_eq!(read.text(), problem.text());
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[ab|:\n \u{e9}]{0,60}") {
        let _ = parse(&Source::new("x.dlx", text));
    }
}

#[test]
fn colours_agree() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let (problem, _) = parse(&Source::new("x.dlx", text)).unwrap();
    for tree in trees(&problem) {
        assert_eq!(covers(tree, 1, 1), [[1, 3]]);
    }
}

#[test]
fn errors_point_at_the_place() {
    for (text, at) in [
        ("", ""),
        ("| only a remark\n", ""),
        ("a a\n", "a"),
        ("a b:c\n", "b:c"),
        ("a | b | c\n", "|"),
        ("a b\na c\n", "c"),
        ("a b\na a\n", "a"),
        ("a b\na:red b\n", "a:red"),
        ("a | b\na b:\n", "b:"),
    ] {
        let error = parse(&Source::new("x.dlx", text)).unwrap_err();
        let rendered = error.render(false);
        assert!(rendered.contains("x.dlx:") && rendered.contains(at), "{text:?}: {rendered}");
    }
}
