//! The program, driven as a person would. One binary for all themes: it is linked once, and no theme waits for the
//! slowest test of another.

mod environment;
mod pane;

mod answers;
mod bad_input;
mod batch;
mod check_and_show;
mod determinism;
#[cfg(unix)]
mod docs;
mod doctored;
mod estimate;
mod exact_cover;
mod facts;
mod flag_effects;
mod fuzz_targets;
mod idle_flags;
mod lattices;
mod limits;
mod listing;
#[cfg(unix)]
mod live_view;
mod lockpick;
mod lockpick_rooms;
mod maze;
mod maze_ends;
mod maze_grids;
mod maze_pictures;
mod operators;
mod picture_snapshots;
mod pictures;
mod polyomino;
mod polyomino_files;
mod promises;
#[cfg(unix)]
mod prompt;
mod regressions;
mod round_trip;
mod several_reports;
mod shards;
mod side_files;
mod snakes;
mod solve;
mod voracity;
