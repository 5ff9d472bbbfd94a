//! Estimates against trees whose size is known.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
};

use super::{
    super::{
        Ledger, Limits, Quest, Range as Ids, Settings, run,
        tests::{HashTree, Regular},
    },
    *,
};

/// The nodes and solutions of a tree, by searching it.
fn searched<T: Tree>(tree: T) -> (f64, f64) {
    let everything = Ledger::new(Ids::everything());
    let outcome =
        run(tree, &Settings::new(Quest::Count), everything, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    (outcome.tally.nodes as f64, outcome.tally.answers as f64)
}

/// Of many trees, nineteen of twenty have as many nodes and solutions as the bounds say, and most bounds are of use.
#[test]
fn bounds_hold_what_they_promise() {
    let (mut trees, mut held, mut narrow) = (0, 0, 0);
    for seed in 0..60 {
        let tree = HashTree::new(seed, 4 + (seed % 4) as u32, 7);
        let (nodes, answers) = searched(tree.clone());
        let rounds = Rounds { least: 20, most: 60, nodes: 0 };
        let estimate = estimate(tree, rounds, seed, &Control::default());
        for (figure, exact) in [(estimate.nodes, nodes), (estimate.answers, answers)] {
            let (least, most) = figure.likely;
            trees += 1;
            held += u32::from(least <= exact * 1.000_001 && exact <= most * 1.000_001);
            narrow += u32::from(most <= 3.0 * figure.mean || exact < 5.0);
        }
    }
    assert!(held * 20 >= trees * 18, "{held} of {trees}");
    assert!(narrow * 10 >= trees * 8, "{narrow} of {trees}");
}

#[test]
fn what_chance_does_not_touch_is_exact_and_stops_are_obeyed() {
    let sure = Figure::of(&[5.0, 5.0, 5.0]);
    assert_eq!((sure.mean, sure.likely.0.round(), sure.likely.1.round()), (5.0, 5.0, 5.0));
    assert_eq!(Figure::of(&[0.0, 0.0]), Figure::exact(0.0));
    assert_eq!(Figure::exact(3.0).times(2.0), Figure::exact(6.0));
    let stopped = Control::new(&Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    stopped.look();
    assert_eq!(estimate(HashTree::new(1, 4, 6), Rounds::USUAL, 1, &stopped).rounds, 0);
    let again =
        |seed| estimate(HashTree::new(7, 4, 6), Rounds { least: 5, most: 5, nodes: 0 }, seed, &Control::default());
    assert_eq!(again(3), again(3));
}

/// Trees whose leaves are solutions.
fn regular(fanouts: &'static [u32]) -> Regular {
    Regular { has_answers: true, ..Regular::new(fanouts) }
}

#[test]
fn where_nodes_of_a_depth_are_alike_every_round_is_right() {
    let rounds = Rounds { least: 5, most: 5, nodes: 0 };
    let estimate = |fanouts| super::estimate(regular(fanouts), rounds, 1, &Control::default());
    let told = estimate(&[30, 20, 10]);
    assert_eq!((told.nodes.mean, told.answers.mean), (1.0 + 30.0 + 600.0 + 6000.0, 6000.0));
    assert!(told.nodes.likely.1 < 1.000_001 * told.nodes.mean, "the rounds agree");
    assert_eq!((told.rounds, told.is_exact), (5, false));
    // Two nodes hardly ever stand for each other: nothing is left to chance, and one round says all.
    let told = estimate(&[1, 1]);
    assert_eq!((told.nodes.mean, told.answers.mean, told.rounds, told.is_exact), (3.0, 1.0, 1, true));
}

/// A million children, of which the tenth interrupts whoever meets it.
#[derive(Clone)]
struct Interrupting(Arc<AtomicBool>, Arc<AtomicU32>);

impl Tree for Interrupting {
    type Answer = ();

    fn fanout(&self) -> u32 {
        1_000_000
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        if self.1.fetch_add(1, Relaxed) == 10 {
            self.0.store(true, Relaxed);
        }
        digits.next()
    }

    fn leave(&mut self) {}

    fn is_answer(&self) -> bool {
        false
    }

    fn answer(&self) {}
}

/// A round looks at the limits itself: where it is the reporter that finds out, nobody else does.
#[test]
fn a_round_is_left_when_it_has_to_stop() {
    let (control, entered) = (Control::default(), Arc::default());
    let tree = Interrupting(control.interrupt(), Arc::clone(&entered));
    let told = estimate(tree, Rounds::FEW, 1, &control);
    assert_eq!((told.rounds, told.is_exact), (0, false));
    assert!(u64::from(entered.load(Relaxed)) <= 10 + LOOK_EVERY, "{entered:?}");
}

#[test]
fn there_are_as_many_rounds_as_are_wanted() {
    let made = |least, most, nodes| {
        // Every round visits the 200 children of the root.
        estimate(regular(&[200]), Rounds { least, most, nodes }, 1, &Control::default()).rounds
    };
    assert_eq!([made(3, 10, 0), made(3, 10, u64::MAX), made(1, 1, 0)], [3, 10, 1]);
    assert_eq!([made(1, 10, 400), made(1, 10, 401), made(4, 10, 400)], [2, 3, 4]);
}

#[test]
fn bounds_are_the_wider_of_two_kinds() {
    let is_about = |one: f64, other: f64| (one - other).abs() < 1e-6 * other.abs().max(1.0);
    // Numbers that are far apart: by their logarithms. Of the two, 2 and 8, these have the mean 2 ln 2 and the
    // variance 2 (ln 2)^2.
    let far = Figure::of(&[2.0, 8.0]);
    let (ln2, spread) = (2f64.ln(), 2.0 * 2f64.ln().powi(2));
    let (centre, off) = (2.0 * ln2 + spread / 2.0, 2.0 * (spread / 2.0 + spread * spread / 2.0).sqrt());
    assert_eq!((far.mean, far.likely.0), (5.0, 0.0), "no number is below nothing");
    assert!(is_about(far.likely.1, (centre + off).exp()), "{far:?}");
    // With rounds that brought nothing.
    let half = Figure::of(&[2.0, 0.0, 8.0, 0.0]);
    let inner = spread / 2.0 + spread * spread / 2.0 + 0.5 - 0.25;
    assert!(is_about(half.likely.1, (0.5f64.ln() + centre + 2.0 * inner.sqrt()).exp()), "{half:?}");
    // A single round that brought something says nothing about logarithms.
    let one = Figure::of(&[0.0, 0.0, 0.0, 4.0]);
    assert_eq!((one.mean, one.likely), (1.0, (0.0, 3.0)));
}

#[test]
fn numbers_that_are_close_have_narrow_bounds() {
    let numbers = [90.0, 100.0, 110.0];
    let logarithms = numbers.map(f64::ln);
    let middle = logarithms.iter().sum::<f64>() / 3.0;
    let spread = logarithms.iter().map(|number| (number - middle).powi(2)).sum::<f64>() / 2.0;
    let (centre, off) = (middle + spread / 2.0, 2.0 * (spread / 3.0 + spread * spread / 4.0).sqrt());
    let plain_off = 2.0 * (100.0f64 / 3.0).sqrt();
    let figure = Figure::of(&numbers);
    let expected = ((centre - off).exp().min(100.0 - plain_off), (centre + off).exp().max(100.0 + plain_off));
    assert!((figure.likely.0 - expected.0).abs() < 1e-9, "{figure:?}, {expected:?}");
    assert!((figure.likely.1 - expected.1).abs() < 1e-9, "{figure:?}, {expected:?}");
}

#[test]
fn what_is_left_is_told_as_far_as_it_is_known() {
    let figure = |mean, least, most| Figure { mean, likely: (least, most) };
    assert_eq!(figure(100.0, 80.0, 120.0).left_after(40, 20), Some(3.0));
    assert_eq!(figure(100.0, 60.0, 120.0).left_after(25, 0), Some(3.0), "the bounds are just close enough");
    assert_eq!(figure(100.0, 59.0, 120.0).left_after(25, 0), None, "it could be anything");
    assert_eq!(figure(100.0, 100.0, 100.0).left_after(100, 50), Some(0.0));
    assert_eq!(figure(100.0, 100.0, 100.0).left_after(101, 50), None, "there are more than was thought");
    assert_eq!(figure(100.0, 100.0, 100.0).left_after(50, 50), None, "nothing is done yet");
}

#[test]
fn nodes_with_about_as_many_children_look_alike() {
    let control = Control::default();
    let looks = |fanout: u32, is_answer: bool| {
        let fanouts: &'static [u32] = vec![fanout].leak();
        let tree = Regular { depth: usize::from(is_answer), ..regular(fanouts) };
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Sampler { random, tree, at: Vec::new(), visited: 0, was_drawn: false, control: &control }.looks()
    };
    // Few are told apart, many by halves of the powers of two: 8 to 11, 12 to 15, 16 to 23 and so on.
    let ends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128];
    let classes: Vec<Vec<u32>> =
        ends.windows(2).map(|pair| (pair[0]..pair[1]).map(|fanout| looks(fanout, false)).collect()).collect();
    assert!(classes.iter().all(|class| class.iter().all(|look| *look == class[0])), "{classes:?}");
    let mut all: Vec<u32> = classes.iter().map(|class| class[0]).collect();
    all.push(looks(0, true));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), ends.len(), "{classes:?}");
}

#[test]
fn numbers_far_below_the_others_lower_the_bound() {
    let numbers = [100.0, 100.0, 100.0, 100.0, 1.0];
    let (middle, ln) = (0.8 * 100f64.ln(), 100f64.ln());
    let spread = (4.0 * (ln - middle).powi(2) + middle.powi(2)) / 4.0;
    let off = 2.0 * (spread / 5.0 + spread * spread / 8.0).sqrt();
    let least = Figure::of(&numbers).likely.0;
    assert!((least - (middle + spread / 2.0 - off).exp()).abs() < 1e-6, "{least}");
    assert!(Figure::of(&[1.0, 1e300]).likely.1.is_finite(), "a bound is a number");
}

#[test]
fn who_stands_for_others_is_drawn_as_likely_as_its_weight_says() {
    let control = Control::default();
    let random = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut sampler =
        Sampler { random, tree: regular(&[1]), at: vec![0], visited: 0, was_drawn: false, control: &control };
    let (mut met, mut drawn) = (0, 0);
    for _ in 0..64 * 1000 {
        let mut level = Level::default();
        for (digit, weight) in [(0, 1.0), (1, 3.0)] {
            sampler.at[0] = digit;
            sampler.meet(weight, &mut level);
        }
        // In one of 64 rounds both come into the same group.
        if let [standing] = &level.standing[..] {
            assert_eq!(standing.weight, 4.0);
            met += 1;
            drawn += usize::from(standing.digits == [1]);
        }
    }
    assert!((700..1300).contains(&met), "{met} met");
    let share = drawn as f64 / met as f64;
    assert!((0.7..0.8).contains(&share), "{share} instead of 0.75");
}
