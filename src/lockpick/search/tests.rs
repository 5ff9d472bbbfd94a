//! All strategies on known levels, and against each other on random ones.

use crate::{
    diagnostics::Source,
    lockpick::{
        answer::{Claim, Step},
        check::check,
        generate::{Mechanic, Recipe, wild},
        input,
        level::Level,
        play::{Move, Terrain},
        search::*,
    },
};

mod pooling;

fn terrain(text: &str) -> Terrain {
    Terrain::new(input::parse(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}")).level)
}

pub(crate) const PAPER: [&str; 3] = [
    include_str!("../../../cases/lockpick/paper/1-4_double_door.txt"),
    include_str!("../../../cases/lockpick/paper/3-4_cargo_lift.txt"),
    include_str!("../../../cases/lockpick/paper/3-6_profit_margin.txt"),
];

/// The checker plays the route.
fn assert_right(level: &Level, route: &[Move]) {
    let name = |node: usize| level.nodes[node].name.clone();
    let steps = route.iter().map(|step| Step {
        node: name(step.node),
        action: step.action.word().to_owned(),
        at: step.at.map(name),
        ..Step::default()
    });
    let claim = Claim { steps: steps.collect(), length: Some(route.len()), ..Claim::default() };
    check(level, &claim).unwrap_or_else(|reason| panic!("{reason}\n{}{route:?}", input::write(level)));
}

#[test]
fn exhaustive_search_counts_what_a_visited_set_leaves() {
    let expected = [(12, 27), (14, 432), (23, 2487)];
    for (text, (length, expansions)) in PAPER.iter().zip(expected) {
        let outcome = solve(&terrain(text), Strategy::Exhaustive, &Settings::default()).unwrap();
        let Verdict::Solved { route, is_shortest: true } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert_eq!(route.len(), length);
        assert!(outcome.expansions <= expansions, "{} of {expansions}", outcome.expansions);
    }
}

#[test]
fn the_papers_levels_take_few_expansions() {
    for (text, length) in PAPER.iter().zip([12, 14, 23]) {
        let terrain = terrain(text);
        for shortest in [false, true] {
            let settings = Settings { shortest, ..Settings::default() };
            let outcome = solve(&terrain, Strategy::Auto, &settings).unwrap();
            let Verdict::Solved { route, is_shortest } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
            assert_eq!(*is_shortest, shortest);
            assert!(!shortest || route.len() == length);
            let most = if shortest { 1_500 } else { 150 };
            assert!(outcome.expansions <= most, "{} expansions", outcome.expansions);
            assert_right(&terrain.level, route);
        }
    }
}

/// A wild level with some of the mechanics, chosen by the bits of the seed.
fn some_level(seed: u64) -> Level {
    let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let is_chosen = |index: usize| bits >> (index * 2) & 3 == 0 || index == 0;
    let all = Mechanic::NAMED.into_iter().enumerate();
    let mechanics = all.filter(|(index, _)| is_chosen(*index)).map(|(_, (_, mechanic))| mechanic).collect();
    let (nodes, colours) = (7 + (bits >> 50) as usize % 7, 1 + (bits >> 58) as usize % 3);
    wild(&Recipe { nodes, colours, mechanics, seed })
}

/// A wild level in which nothing that is opened shuts anything else.
fn some_plain_level(seed: u64) -> Level {
    const PLAIN: [Mechanic; 13] = [
        Mechanic::Bulk,
        Mechanic::Master,
        Mechanic::Blank,
        Mechanic::Blast,
        Mechanic::All,
        Mechanic::Exact,
        Mechanic::Negative,
        Mechanic::Flip,
        Mechanic::Imaginary,
        Mechanic::Star,
        Mechanic::Combo,
        Mechanic::Pure,
        Mechanic::Copies,
    ];
    let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let chosen = PLAIN.into_iter().enumerate().filter(|(index, _)| bits >> (index * 2) & 3 == 0 || *index == 0);
    let mechanics = chosen.map(|(_, mechanic)| mechanic).collect();
    let (nodes, colours) = (9 + (bits >> 50) as usize % 8, 1 + (bits >> 58) as usize % 4);
    wild(&Recipe { nodes, colours, mechanics, seed })
}

/// A wild level with all that counts up and down: what must be paid before what is worked out beforehand there.
fn some_level_of_sums(seed: u64) -> Level {
    const OTHERS: [Mechanic; 5] =
        [Mechanic::Imaginary, Mechanic::Gate, Mechanic::OneWay, Mechanic::Master, Mechanic::Floor];
    let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let chosen = OTHERS.into_iter().enumerate().filter(|(index, _)| bits >> (index * 3) & 7 == 0);
    let always = [Mechanic::Bulk, Mechanic::Negative, Mechanic::Combo, Mechanic::Copies];
    let mechanics = always.into_iter().chain(chosen.map(|(_, mechanic)| mechanic)).collect();
    let (nodes, colours) = (9 + (bits >> 50) as usize % 10, 1 + (bits >> 58) as usize % 4);
    wild(&Recipe { nodes, colours, mechanics, seed })
}

/// What became of random levels.
#[derive(Debug, Default)]
struct Agreement {
    /// What the exhaustive search says: a solution, none, or too many states to tell.
    solved: usize,
    unsolvable: usize,
    unknown: usize,
    /// Of the levels that it decides, those that the guided search and the one for a shortest route leave open: too
    /// many states for them. A search that is never sure agrees with everything.
    guided_unsure: usize,
    shortest_unsure: usize,
}

/// All strategies agree about the levels of these seeds, whatever the number of threads.
fn compare(seeds: std::ops::Range<u64>, make: fn(u64) -> Level) -> Agreement {
    let mut tally = Agreement::default();
    for seed in seeds {
        let level = make(seed);
        let terrain = Terrain::new(level.clone());
        let run = |strategy, shortest, threads| {
            let settings = Settings { shortest, threads, ..Settings::with_node_limit(3_000) };
            solve(&terrain, strategy, &settings).unwrap().verdict
        };
        let context = || format!("seed {seed}\n{}", input::write(&level));
        let plain = run(Strategy::Exhaustive, true, 1);
        let guided = run(Strategy::Auto, false, 1);
        let shortest = run(Strategy::Auto, true, 1);
        for threads in [2, 4] {
            assert_eq!(guided, run(Strategy::Auto, false, threads), "{}", context());
            assert_eq!(shortest, run(Strategy::Auto, true, threads), "{}", context());
        }
        for verdict in [&plain, &guided, &shortest] {
            if let Verdict::Solved { route, .. } = verdict {
                assert_right(&level, route);
            }
        }
        if !matches!(plain, Verdict::Unknown(_)) {
            tally.guided_unsure += usize::from(matches!(guided, Verdict::Unknown(_)));
            tally.shortest_unsure += usize::from(matches!(shortest, Verdict::Unknown(_)));
        }
        match &plain {
            Verdict::Solved { route, is_shortest } => {
                tally.solved += 1;
                assert!(!matches!(guided, Verdict::Unsolvable), "guided finds nothing, {}", context());
                let Verdict::Solved { route: other, is_shortest: is_other } = &shortest else {
                    assert!(matches!(shortest, Verdict::Unknown(_)), "shortest finds nothing, {}", context());
                    continue;
                };
                if *is_shortest && *is_other {
                    assert_eq!(route.len(), other.len(), "{}", context());
                }
            }
            Verdict::Unsolvable => {
                tally.unsolvable += 1;
                assert!(!matches!(guided, Verdict::Solved { .. }), "guided: {guided:?} {}", context());
                assert!(matches!(shortest, Verdict::Unsolvable), "shortest: {shortest:?} {}", context());
            }
            Verdict::Unknown(_) => tally.unknown += 1,
        }
    }
    tally
}

/// All strategies agree about thousands of such levels, enough of which have a solution, and enough none, and no search
/// leaves open what the exhaustive one decides.
fn assert_agreement(make: fn(u64) -> Level) {
    for (first, levels) in [(0, 1_500), (10_000, crate::soak::cases(5_000))] {
        let tally = compare(first..first + u64::from(levels), make);
        let share = levels as usize / 5;
        assert!(tally.solved > share && tally.unsolvable > share && tally.unknown < share, "{tally:?}");
        assert_eq!((tally.guided_unsure, tally.shortest_unsure), (0, 0), "{tally:?}");
    }
}

#[test]
fn all_strategies_agree_on_random_levels() {
    assert_agreement(some_level);
}

#[test]
fn moves_that_commute_change_no_answer() {
    assert_agreement(some_plain_level);
}

#[test]
fn dues_change_no_answer() {
    assert_agreement(some_level_of_sums);
}

/// Attempts so short that every kind has its turn, again and again: none proves what is not so, and what is found is
/// accepted by the checker.
#[test]
fn attempts_of_every_kind_agree() {
    let mut decided = 0;
    for make in [some_level, some_plain_level, some_level_of_sums] {
        for seed in 0..1_000 {
            let level = make(seed);
            let terrain = Terrain::new(level.clone());
            let plain = solve(&terrain, Strategy::Exhaustive, &Settings::with_node_limit(3_000)).unwrap().verdict;
            let settings = StateSettings {
                control: Settings::with_node_limit(6_000).control,
                threads: 1,
                checkpoint: None,
                resume: false,
            };
            let mut observe = |_: StateEvent| ControlFlow::Continue(());
            let mut search = StateSearch::new(&settings, &mut observe).unwrap();
            let hasty = guided::search_in_turns(&terrain, &mut search, 300).unwrap().verdict;
            if let Verdict::Solved { route, .. } = &hasty {
                assert_right(&level, route);
            }
            let is_at_odds = matches!(
                (&plain, &hasty),
                (Verdict::Solved { .. }, Verdict::Unsolvable) | (Verdict::Unsolvable, Verdict::Solved { .. })
            );
            assert!(!is_at_odds, "seed {seed}: {hasty:?}\n{}", input::write(&level));
            decided += usize::from(!matches!(hasty, Verdict::Unknown(_)));
        }
    }
    assert!(decided > 2_700, "{decided}");
}

fn verdict_of(parts: &str) -> Verdict {
    let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
    let terrain = terrain(&text);
    let outcome = solve(&terrain, Strategy::Auto, &Settings::with_node_limit(20_000)).unwrap();
    if let Verdict::Solved { route, .. } = &outcome.verdict {
        assert_right(&terrain.level, route);
    }
    outcome.verdict
}

/// Negative master keys are used up by adding copies to a door that is never opened.
#[test]
fn masters_are_used_up_on_doors_that_stay_shut() {
    let verdict = verdict_of(
        "key m -3 master\ndoor shut 5 white\ndoor empty blank master\n\
         path hub - m - shut\npath m - empty - out\n",
    );
    assert!(matches!(verdict, Verdict::Solved { .. }), "{verdict:?}");
    // What nobody can use them on does not help.
    let verdict = verdict_of(
        "key m -3 master\ndoor shut 5 pure\ndoor empty blank master\n\
         path hub - m - shut\npath m - empty - out\n",
    );
    assert_eq!(verdict, Verdict::Unsolvable);
}

/// What a blast lock can bring is bounded by the keys there are, each of them as often as the door has copies.
#[test]
fn blast_locks_bring_no_more_than_there_is() {
    let level = |copies: i64, wanted: i64| {
        verdict_of(&format!(
            "key a 3 white\nkey b 2 orange\ndoor d blast white + blast orange spends black copies {copies}\n\
             door e {wanted} black\npath hub - a\npath hub - b\npath hub - d\npath hub - e - out\n"
        ))
    };
    assert!(matches!(level(1, -5), Verdict::Solved { .. }));
    assert_eq!(level(1, -6), Verdict::Unsolvable);
    assert!(matches!(level(2, -10), Verdict::Solved { .. }));
    assert_eq!(level(2, -11), Verdict::Unsolvable);
}

/// Keys of eight colours and a door for each, one behind the other: the keys may come in any order, but one is enough.
#[test]
fn keys_are_taken_in_one_order_only() {
    let mut level = "level Order\nstart hub\njunction hub\ngoal out\n".to_owned();
    let colours = ["white", "orange", "purple", "red", "green", "blue", "pink", "cyan"];
    for colour in colours {
        level += &format!("key k-{colour} 1 {colour}\ndoor d-{colour} 1 {colour}\npath hub - k-{colour}\n");
    }
    level += &format!("path hub - {} - out\n", colours.map(|colour| format!("d-{colour}")).join(" - "));
    let terrain = terrain(&level);
    let outcome = solve(&terrain, Strategy::Auto, &Settings { shortest: true, ..Settings::default() }).unwrap();
    let Verdict::Solved { route, is_shortest: true } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(route.len(), 16);
    assert!(outcome.expansions < 40, "{} expansions", outcome.expansions);
}

/// A search that runs out of states knows a route all the same, and how short a route could be at best.
#[test]
fn a_search_for_a_shortest_route_tells_what_it_has() {
    let settings = Settings { shortest: true, ..Settings::with_node_limit(100) };
    let outcome = solve(&terrain(PAPER[2]), Strategy::Auto, &settings).unwrap();
    assert!(matches!(outcome.verdict, Verdict::Solved { is_shortest: false, .. }), "{:?}", outcome.verdict);
    assert_eq!(outcome.stop(), crate::search::StopReason::NodeLimit);
    assert!((19..=23).contains(&outcome.least_steps), "{}", outcome.least_steps);
}

#[test]
fn the_papers_depth_first_search_does_not_depend_on_the_threads() {
    for (text, expansions) in PAPER[..2].iter().zip([15, 1_464]) {
        for threads in [1, 2, 4] {
            let settings = Settings { threads, ..Settings::default() };
            assert_eq!(solve(&terrain(text), Strategy::Dfs, &settings).unwrap().expansions, expansions);
        }
    }
}

#[test]
fn the_papers_searches_expand_what_the_paper_says() {
    let run = |index: usize, strategy: Strategy| {
        let terrain = terrain(PAPER[index]);
        let outcome = solve(&terrain, strategy, &Settings::default()).unwrap();
        let Verdict::Solved { route, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert_right(&terrain.level, route);
        (outcome.expansions, route.len())
    };
    assert_eq!(run(0, Strategy::Dfs), (15, 12));
    assert_eq!(run(1, Strategy::Dfs), (1_464, 14));
    assert_eq!(run(2, Strategy::Dfs), (7_731_264, 23));
    assert_eq!(run(0, Strategy::Bfs), (120, 12));
    assert_eq!(run(1, Strategy::Bfs), (5_950, 14));
}

/// Copies the branches of a wild level, so that there is something alike in it.
fn doubled(seed: u64) -> Level {
    let mechanics = [Mechanic::Bulk, Mechanic::Master, Mechanic::Exact, Mechanic::Blast, Mechanic::Combo];
    let recipe = Recipe { nodes: 5, colours: 2, mechanics: mechanics.to_vec(), seed };
    let part = wild(&recipe);
    let mut level = wild(&Recipe { seed: !seed, ..recipe });
    for copy in 0..3 {
        let offset = level.nodes.len() - 1;
        // Not the start and not the goal of the part.
        for node in &part.nodes[1..part.nodes.len() - 1] {
            let mut node = node.clone();
            node.name = format!("{}-{copy}", node.name);
            level.nodes.push(node);
        }
        let inner = 1..part.nodes.len() - 1;
        for edge in part
            .edges
            .iter()
            .filter(|edge| (inner.contains(&edge.from) || edge.from == 0) && (inner.contains(&edge.to) || edge.to == 0))
        {
            let place = |node: usize| if node == 0 { 0 } else { node + offset };
            level.edges.push(crate::lockpick::level::Edge::between(place(edge.from), place(edge.to)));
        }
    }
    level
}

#[test]
fn branches_that_are_alike_change_no_answer() {
    let (mut saved, mut decided) = (0, 0);
    for seed in 0..400 {
        let level = doubled(seed);
        let terrain = Terrain::new(level.clone());
        let run = |strategy, shortest| {
            solve(&terrain, strategy, &Settings { shortest, ..Settings::with_node_limit(20_000) }).unwrap()
        };
        let plain = run(Strategy::Exhaustive, true);
        let (guided, shortest) = (run(Strategy::Auto, false), run(Strategy::Auto, true));
        saved += usize::from(shortest.states * 2 < plain.states);
        let length = |outcome: &Outcome| match &outcome.verdict {
            Verdict::Solved { route, .. } => {
                assert_right(&level, route);
                Some(Some(route.len()))
            }
            Verdict::Unsolvable => Some(None),
            Verdict::Unknown(_) => None,
        };
        if let Some(length_of_plain) = length(&plain) {
            decided += 1;
            assert_eq!(length(&shortest), Some(length_of_plain), "seed {seed}\n{}", input::write(&level));
            let is_solved = length(&guided).flatten().is_some();
            assert_eq!(is_solved, length_of_plain.is_some(), "seed {seed}\n{}", input::write(&level));
        }
    }
    assert!(saved > 50 && decided > 300, "{saved} {decided}");
}

/// A master key that adds a copy is used up on a side door, so that the next one is one more than none.
#[test]
fn masters_can_be_used_up_before_others_are_taken() {
    let terrain = terrain(
        "level L\nstart s\njunction s\nkey less -1 master\nkey more 1 master\ndoor side 4 white\ndoor way 3 purple\n\
         goal g\npath s - less - way - g\npath s - more\npath less - side\n",
    );
    for (strategy, shortest) in [(Strategy::Exhaustive, true), (Strategy::Auto, false), (Strategy::Auto, true)] {
        let outcome = solve(&terrain, strategy, &Settings { shortest, ..Settings::default() }).unwrap();
        let Verdict::Solved { route, .. } = outcome.verdict else { panic!("{strategy:?}: {:?}", outcome.verdict) };
        assert_eq!(route.len(), 4, "{strategy:?}");
        assert_right(&terrain.level, &route);
    }
}

/// Every level in `cases/lockpick` has the answer that its table gives.
#[test]
fn the_table_of_answers_is_right() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/lockpick");
    let table = std::fs::read_to_string(folder.join("answers.txt")).unwrap();
    let mut told = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (file, answer) = line.split_once(' ').unwrap();
        told.push(file.to_owned());
        let terrain = terrain(&std::fs::read_to_string(folder.join(file)).unwrap());
        let run = |shortest| {
            let outcome =
                solve(&terrain, Strategy::Auto, &Settings { shortest, threads: 2, ..Settings::default() }).unwrap();
            if let Verdict::Solved { route, .. } = &outcome.verdict {
                assert_right(&terrain.level, route);
            }
            outcome.verdict
        };
        match answer {
            "none" => assert_eq!(run(false), Verdict::Unsolvable, "{file}"),
            "solved" => assert!(matches!(run(false), Verdict::Solved { .. }), "{file}"),
            length => {
                assert!(matches!(run(false), Verdict::Solved { .. }), "{file}");
                let Verdict::Solved { route, is_shortest: true } = run(true) else { panic!("{file}") };
                assert_eq!(route.len(), length.parse::<usize>().unwrap(), "{file}");
            }
        }
    }
    for part in ["paper", "mechanics", "hard"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let file = format!("{part}/{}", entry.unwrap().file_name().to_string_lossy());
            assert!(told.contains(&file), "{file} is not in the table");
        }
    }
    assert!(told.len() >= 60);
}

/// A bridge of keys that set a count to 0 and stay. Two counts have to be 0 at a gate, and all keys lie on this side of
/// it.
const BRIDGE: &str = "level Bridge\nstart hub\njunction hub\njunction far\ngoal out\n\
    key one infinite exact 0 white\nkey two infinite exact 0 white\nkey three infinite exact 0 white\n\
    junction a\njunction b\njunction c\n\
    key w 3 white\nkey r 2 red\ndoor d 3 white\ndoor e 2 red\ngate g blank white + 2 red\n\
    path hub - w\npath hub - d - r\npath hub > one > a - hub\npath hub > two > b - hub\npath hub > three > c - hub\n\
    path a > two\npath b > three\npath c - far\npath far - g - e - out\n";

#[test]
fn keys_that_change_nothing_are_walked_over_and_still_told() {
    let terrain = terrain(BRIDGE);
    let outcome = solve(&terrain, Strategy::Auto, &Settings::default()).unwrap();
    let Verdict::Solved { route, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_right(&terrain.level, route);
    let shortest = solve(&terrain, Strategy::Exhaustive, &Settings::default()).unwrap();
    assert!(outcome.expansions < shortest.expansions, "{} of {}", outcome.expansions, shortest.expansions);
}

/// Every door multiplies by the number of times that it is opened, and a starred master key makes as many copies as one
/// likes: only one kind of attempt makes such steps, and it has its turn soon.
#[test]
fn what_one_kind_of_attempt_decides_does_not_wait_for_the_others() {
    let text = "level Products\nstart hub\njunction hub\nkey m -1 master\nkey s star master\nkey k -1 black\n\
                door a blast -1 black spends cyan\ndoor b blast cyan spends pink\n\
                door c blast -1 pink spends purple\ndoor d blast purple spends orange\n\
                door e -60000 orange\ngoal out\n\
                path hub - m\npath hub - s\npath hub - k\npath hub - a\npath hub - b\npath hub - c\npath hub - d\n\
                path hub - e - out\n";
    let terrain = terrain(text);
    let outcome = solve(&terrain, Strategy::Auto, &Settings::with_node_limit(20_000)).unwrap();
    let Verdict::Solved { route, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_right(&terrain.level, route);
}
