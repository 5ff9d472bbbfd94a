//! The checker and the rules are two programs: random walks must look the same to both.

use proptest::prelude::*;

use super::*;
use crate::{
    diagnostics::Source,
    lockpick::{
        answer::Step,
        colour::Colour,
        generate::{Mechanic, Recipe, wild},
        input,
        play::{Move, Terrain},
    },
};

proptest! {
    #![proptest_config(crate::soak::laws(1_000))]

    /// Walks at random, by the moves that play offers; the referee must allow each of them and come to the same keys,
    /// the same places and the same verdict.
    #[test]
    fn play_and_referee_agree_on_random_walks(seed: u64, choices in prop::collection::vec(any::<u16>(), 1..40)) {
        let mechanics = Mechanic::NAMED.into_iter().enumerate();
        let mechanics = mechanics.filter(|(index, _)| seed >> (index * 2) & 3 < 2).map(|(_, (_, mechanic))| mechanic);
        let level = wild(&Recipe { nodes: 14, colours: 3, mechanics: mechanics.collect(), seed });
        let terrain = Terrain::new(level.clone());
        let mut state = terrain.start().unwrap();
        let mut referee = Referee::new(&level).unwrap();
        let mut scratch = state.clone();
        for choice in choices {
            let mut turns: Vec<(Move, _)> = Vec::new();
            terrain.for_each_turn(&state, &mut scratch, |step, after| turns.extend(after.map(|after| (step, after.clone()))));
            if turns.is_empty() {
                break;
            }
            let (step, after) = turns.swap_remove(usize::from(choice) % turns.len());
            let name = |node: usize| level.nodes[node].name.as_str();
            let context = format!("{step:?}\n{}", input::write(&level));
            if let Err(reason) = referee.play(name(step.node), step.action.word(), step.at.map(name)) {
                return Err(TestCaseError::fail(format!("{reason}: {context}")));
            }
            let held: Vec<_> = Colour::ALL
                .into_iter()
                .map(|colour| (colour, after.inventory.count(colour), after.inventory.is_starred(colour)))
                .filter(|(_, count, starred)| !count.is_zero() || *starred)
                .map(|(colour, count, starred)| (colour, (i128::from(count.re), i128::from(count.im)), starred))
                .collect();
            prop_assert_eq!(referee.holdings(), held, "{}", context);
            prop_assert_eq!(referee.has_won(), terrain.is_won(&after), "{}", context);
            if terrain.is_positional && after.stored.is_none() {
                let places: Vec<_> = referee.places().collect();
                prop_assert_eq!(places, after.region.iter().collect::<Vec<_>>(), "{}", context);
            }
            state = after;
        }
    }
}

fn verdict(text: &str, steps: &[(&str, &str)]) -> Result<String, String> {
    let level = input::parse(&Source::new("test", text)).unwrap().level;
    let steps = steps.iter().map(|(action, node)| Step {
        node: (*node).to_owned(),
        action: (*action).to_owned(),
        ..Step::default()
    });
    check(&level, &Claim { steps: steps.collect(), ..Claim::default() })
}

#[test]
fn wrong_routes_are_refused() {
    let level = "level x\nstart a\njunction a\nkey k 1 white\ndoor d 1 white\ndoor e 2 white\nkey far 9 white\ngoal g\n\
                 path a - k\npath a - d - g\npath a - e - far\n";
    assert!(verdict(level, &[("take", "k"), ("open", "d")]).is_ok());
    let reason = |steps: &[(&str, &str)]| verdict(level, steps).unwrap_err();
    assert!(reason(&[("open", "d")]).contains("step 1, open d: a lock of colour white is not content with 0"));
    assert!(reason(&[("take", "k"), ("take", "k")]).contains("taken before"));
    assert!(reason(&[("take", "far")]).contains("cannot get there"));
    assert!(reason(&[("take", "k"), ("master", "d")]).contains("no master key"));
    assert!(reason(&[("take", "k")]).contains("the goal is not reached"));
    assert!(reason(&[("take", "d")]).contains("cannot be done"));
    assert!(reason(&[("take", "nothing")]).contains("there is no node"));
    assert!(reason(&[("fly", "k")]).contains("cannot be done"));
}
