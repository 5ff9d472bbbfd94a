//! Promises are data: every strategy says what it can do, and what it cannot do is refused with the name of what can.
//! These tests go through every family, strategy and flag, and look at the effect of each.

use crate::environment::{Environment, Run, sample};
use fathom::{
    family::{FAMILIES, Family, Verb, capability_table},
    search::{Ability, Strategy},
};
use serde_json::Value;

/// What is asked for an ability, after the verb and the case.
fn asked(ability: Ability) -> Option<(&'static str, &'static [&'static str])> {
    Some(match ability {
        Ability::Ids | Ability::Threads => return None,
        Ability::Range => ("solve", &["--range", "/0.."]),
        Ability::Checkpoint => ("solve", &["--checkpoint", "kept"]),
        Ability::NodeLimit => ("solve", &["--node-limit", "3"]),
        Ability::MemoryLimit => ("solve", &["--memory-limit", "1"]),
        Ability::Count => ("count", &[]),
        Ability::Several => ("solve", &["-s", "2"]),
        Ability::Any => ("solve", &["--any"]),
        Ability::Numbered => ("solve", &["--nth", "0"]),
        Ability::Unique => ("solve", &["--unique"]),
        Ability::Forced => ("solve", &["--forced", "1"]),
        Ability::Seed => ("solve", &["--seed", "7"]),
    })
}

fn run(family: &dyn Family, strategy: &Strategy, ability: Ability) -> Option<(Environment, Run)> {
    let (verb, flags) = asked(ability)?;
    let env = Environment::new();
    let file = sample(family.name(), strategy.name);
    let mut args = vec![verb, &file, "--strategy", strategy.name, "--format", "json", "--quiet"];
    // What has no end of its own is given a short one, in nodes so that it is the same every time.
    if strategy.name == "anytime" && ability != Ability::NodeLimit {
        args.extend(["--node-limit", "20000"]);
    }
    args.extend(flags);
    let run = env.run(&args);
    Some((env, run))
}

#[test]
fn what_can_be_done_is_done_and_the_rest_is_refused() {
    let mut refused = 0;
    for family in FAMILIES {
        for strategy in family.strategies() {
            for ability in Ability::ALL {
                let Some((env, run)) = run(family, strategy, ability) else { continue };
                let name = format!("{} {} {}", family.name(), strategy.name, ability.name());
                if strategy.can(ability) {
                    assert!(matches!(run.code, Some(0 | 3 | 75)), "{name}: {:?} {}", run.code, run.stderr);
                    let report: Value =
                        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{name}: {}", run.stdout));
                    see_effect(&name, ability, &env, &report);
                } else {
                    refused += 1;
                    assert_eq!(run.code, Some(2), "{name}: {}", run.stdout);
                    assert_eq!(run.stdout, "", "{name}");
                    assert!(run.stderr.contains(strategy.name), "{name}: {}", run.stderr);
                    assert!(run.stderr.contains(strategy.why_not), "{name}: {}", run.stderr);
                    for other in family.strategies().iter().filter(|other| other.can(ability)) {
                        assert!(run.stderr.contains(other.name), "{name} should name {}: {}", other.name, run.stderr);
                    }
                }
            }
        }
    }
    assert!(refused > 50, "only {refused} were refused");
}

fn see_effect(name: &str, ability: Ability, env: &Environment, report: &Value) {
    let solutions = report["solutions"].as_array().map_or(0, Vec::len);
    let (status, stop) = (report["status"].as_str().unwrap_or(""), report["stop"].as_str().unwrap_or(""));
    match ability {
        Ability::Range => assert!(report["range"].is_string(), "{name}: {report}"),
        Ability::Checkpoint => assert!(env.path("kept").exists(), "{name}"),
        Ability::NodeLimit => {
            assert_eq!(stop, "node-limit", "{name}: {report}");
            // The root of a tree is visited beside the limit.
            assert!(report["nodes"].as_u64().is_some_and(|nodes| nodes <= 4), "{name}: {report}");
            assert!(!matches!(status, "unsolvable" | "optimal" | "counted"), "{name}: {report}");
        }
        Ability::MemoryLimit => {
            assert_eq!(stop, "memory-limit", "{name}: {report}");
            assert!(!matches!(status, "unsolvable" | "optimal" | "counted"), "{name}: {report}");
        }
        Ability::Count => assert!(status == "counted" && report["count"] != "0", "{name}: {report}"),
        Ability::Several => assert_eq!(solutions, 2, "{name}: {report}"),
        Ability::Any => assert_eq!(solutions, 1, "{name}: {report}"),
        Ability::Numbered => assert_eq!(report["solutions"][0]["number"], "0", "{name}: {report}"),
        Ability::Unique => assert_eq!(report["unique"], false, "{name}: {report}"),
        Ability::Forced => assert!(report["forced"].is_array(), "{name}: {report}"),
        Ability::Seed => assert_eq!(solutions, 1, "{name}: {report}"),
        Ability::Ids | Ability::Threads => {}
    }
}

/// Every strategy with far more threads and branches than there are cores, against one thread and one branch.
#[test]
fn threads_and_branches_change_no_answer() {
    for family in FAMILIES {
        for strategy in family.strategies() {
            let mut reports = Vec::new();
            for settings in [["-t", "1", "-b", "1"], ["-t", "8", "-b", "64"], ["-t", "64", "-b", "7"]] {
                let env = Environment::new();
                let file = sample(family.name(), strategy.name);
                let mut args = vec!["solve", &file, "--strategy", strategy.name, "--format", "json", "--quiet"];
                if strategy.name == "anytime" {
                    args.extend(["--node-limit", "20000"]);
                }
                args.extend(settings);
                let run = env.run(&args);
                assert!(matches!(run.code, Some(0 | 3)), "{args:?}: {:?} {}", run.code, run.stderr);
                let mut report: Value = serde_json::from_str(&run.stdout).unwrap();
                for field in ["elapsed_ms", "threads", "branches", "searched"] {
                    report.as_object_mut().unwrap().remove(field);
                }
                // Shared bounds save work, so that how much is left to do depends on who finds a good game first.
                if family.name() == "voracity" {
                    for field in ["nodes", "cases_examined"] {
                        report.as_object_mut().unwrap().remove(field);
                    }
                }
                reports.push(report);
            }
            assert_eq!(reports[0], reports[1], "{} {}", family.name(), strategy.name);
            assert_eq!(reports[0], reports[2], "{} {}", family.name(), strategy.name);
        }
    }
}

/// Counts, too, for every strategy that counts.
#[test]
fn counts_do_not_depend_on_threads_or_branches() {
    for family in FAMILIES {
        for strategy in family.strategies().iter().filter(|strategy| strategy.can(Ability::Count)) {
            let counts: Vec<Value> = [["-t", "1", "-b", "1"], ["-t", "8", "-b", "64"], ["-t", "64", "-b", "1000"]]
                .into_iter()
                .map(|settings| {
                    let env = Environment::new();
                    let file = sample(family.name(), strategy.name);
                    let mut args = vec!["count", &file, "--strategy", strategy.name, "--format", "json", "--quiet"];
                    args.extend(settings);
                    let report: Value = serde_json::from_str(&env.succeed(&args)).unwrap();
                    report["count"].clone()
                })
                .collect();
            assert!(counts.iter().all(|count| *count == counts[0]), "{} {}: {counts:?}", family.name(), strategy.name);
        }
    }
}

#[test]
fn flags_of_other_families_are_refused() {
    let verbs = [
        (Verb::Solve, "solve"),
        (Verb::Count, "count"),
        (Verb::Check, "check"),
        (Verb::Show, "show"),
        (Verb::Draw, "draw"),
    ];
    let mut seen = 0;
    for family in FAMILIES {
        let file = sample(family.name(), "auto");
        for owner in FAMILIES {
            let is_own = |name: &str| family.flags().iter().any(|flag| flag.name == name);
            for flag in owner.flags().iter().filter(|flag| !is_own(flag.name)) {
                for (_, verb) in verbs.into_iter().filter(|(verb, _)| flag.verbs.contains(verb)) {
                    let name = format!("--{}", flag.name);
                    let mut args = vec![verb, &file, &name];
                    args.extend(flag.value.map(|_| "1"));
                    let run = Environment::new().run(&args);
                    assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.stdout, run.stderr);
                    assert!(run.stderr.contains(owner.name()), "{args:?}: {}", run.stderr);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} combinations");
}

#[test]
fn the_table_in_the_documentation_is_what_the_code_says() {
    let page = include_str!("../../docs/engine.md");
    let (begin, end) = ("<!-- capabilities: begin -->\n", "<!-- capabilities: end -->");
    let from = page.find(begin).expect("the page has a place for the table") + begin.len();
    let to = page.find(end).expect("the place has an end");
    let table = capability_table(&FAMILIES);
    assert_eq!(page[from..to].trim(), table.trim(), "put this into docs/engine.md:\n{table}");
    assert!(!table.contains("ignored"));
    let strategies: usize = FAMILIES.iter().map(|family| family.strategies().len()).sum();
    assert!(strategies >= 23, "{strategies} strategies");
}

/// Where a puzzle is impossible before any search, a range makes no difference, but it still has to be one.
#[test]
fn what_is_no_range_is_refused_where_nothing_is_searched() {
    let env = Environment::new();
    let file = env.write("odd.txt", "2 2 1\nDEFAULT\nAAA\n");
    assert_eq!(env.run(&["solve", &file]).code, Some(0));
    assert_eq!(env.run(&["solve", &file, "--range", "/0.."]).code, Some(0));
    for wrong in ["nonsense", "x..", "/1../0"] {
        let run = env.run(&["solve", &file, "--range", wrong]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{wrong}: {}", run.stderr);
    }
}
