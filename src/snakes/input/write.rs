//! Writes a case the way people write it, so that reading it gives the same case again.

use std::fmt::Write;

use crate::snakes::{
    board::Case,
    rules::{Again, Chains, Overshoot, Third},
};

/// The text of a case. What is said only about the paper's run is left out.
pub fn write(case: &Case) -> String {
    let (board, rules) = (&case.board, &case.rules);
    let mut text = String::new();
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{key} {value}");
    };
    if board.rows() * board.columns == board.squares {
        line("size", &format!("{}x{}", board.rows(), board.columns));
    } else {
        line("squares", &board.squares);
        line("columns", &board.columns);
    }
    line("start", &board.start);
    if board.goal != board.squares {
        line("goal", &board.goal);
    }
    line("die", &rules.die.text());
    line(
        "overshoot",
        &match rules.overshoot {
            Overshoot::Stay => "stay",
            Overshoot::Bounce => "bounce",
            Overshoot::Win => "win",
        },
    );
    match rules.again {
        Again::Never => {}
        Again::On(pips) => line("again", &pips),
        Again::Doubles => line("again", &"doubles"),
    }
    match rules.third {
        Third::Plays => {}
        Third::Stops => line("three-sixes", &"stop"),
        Third::Undoes => line("three-sixes", &"undo"),
    }
    match rules.chains {
        Chains::Forbid => {}
        Chains::Follow => line("chains", &"follow"),
        Chains::Rest => line("chains", &"rest"),
    }
    line("players", &rules.players);
    if rules.capture {
        line("capture", &"yes");
    }
    for (title, ladders) in [("ladders", true), ("snakes", false)] {
        let jumps: Vec<_> = board.jumps.iter().filter(|jump| jump.is_ladder() == ladders).collect();
        if !jumps.is_empty() {
            let _ = writeln!(text, "\n# {title}");
        }
        for jump in jumps {
            let _ = writeln!(text, "{} > {}", jump.from, jump.to);
        }
    }
    text
}
