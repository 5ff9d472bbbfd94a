//! What a level of the game depends on but does not hold: stone keys, which come from finished worlds, and doors that
//! were stored in other levels. They can be given; what is not given makes "no solution" a matter of opinion.

use std::path::{Path, PathBuf};

use crate::{
    diagnostics::Source,
    family::{Error, Options},
    input::Input,
    search::Control,
};

use super::{
    colour::Colour,
    geometry::room::Room,
    input,
    level::{Level, Lock, NodeKind},
    stored::{self, Placement, Store, StoredDoor},
};

/// Gives the player the keys of `--have`.
pub(super) fn take_along(level: &mut Level, options: &Options) -> Result<(), Error> {
    for text in options.texts("have") {
        let (amount, colour) = input::parse_keys(&Source::new("--have", text))?;
        level.start_counts[colour.index()] = amount;
        level.lens |= amount.im != 0;
    }
    Ok(())
}

/// The files that `--stored` names; what names no file is a door itself.
pub(super) fn stored_files(options: &Options) -> impl Iterator<Item = PathBuf> {
    options.texts("stored").iter().filter(|text| is_file(text)).map(PathBuf::from)
}

fn is_file(text: &str) -> bool {
    Path::new(text).exists()
}

/// The doors of `--stored`, by number. The last one of a number counts.
pub(super) fn stored_doors(options: &Options, control: &Control) -> Result<Store, Error> {
    let mut store = Store::new();
    for text in options.texts("stored") {
        // A file with such lines, or a line itself.
        let source = match is_file(text) {
            true => Input::read_under(Path::new(text), control)??.source()?,
            false => Source::new("--stored", text),
        };
        let doors = input::parse_stored(&source)?;
        store.extend(doors.into_iter().map(|(id, size, door)| (id, StoredDoor { size, door })));
    }
    Ok(store)
}

/// Puts the doors of `--stored` where they come out, and leaves out the points of which none does: they do nothing.
/// Tells what could not be placed, and on what the level still depends.
pub(super) fn place_stored(
    room: &mut Room,
    options: &Options,
    control: &Control,
) -> Result<(Vec<String>, Vec<String>), Error> {
    let store = stored_doors(options, control)?;
    let Placement { placed, misfits, missing } = stored::place(room, &store);
    if let Some(unused) = store.keys().find(|id| !placed.contains(id) && !misfits.contains(id)) {
        let text = format!("the level has no salvage point where a door of number {unused} comes out");
        return Err(Error::Unsuitable(text));
    }
    let misfit = |id| format!("the door stored as number {id} does not fit everywhere where it comes out");
    let lack = |id| format!("the door stored as number {id} in another level (--stored, --visit)");
    Ok((misfits.into_iter().map(misfit).collect(), missing.into_iter().map(lack).collect()))
}

/// Whether the player's stone keys make a difference and are not told.
pub(super) fn lacks_stones(level: &Level, options: &Options) -> bool {
    let is_stone = |lock: &Lock| lock.colour == Colour::Stone;
    let has_stone = level.nodes.iter().any(|node| match &node.kind {
        NodeKind::Key(key) => key.colour == Colour::Stone,
        NodeKind::Door(door) => door.spend == Colour::Stone || door.locks.iter().any(is_stone),
        NodeKind::Gate(gate) => gate.locks.iter().any(is_stone),
        NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => false,
    });
    let is_told = options.texts("have").iter().any(|text| text.to_ascii_lowercase().contains(Colour::Stone.name()));
    has_stone && !is_told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::Input,
        lockpick::{
            geometry::room::Area,
            load::{Given, Loaded},
            play::Terrain,
            search::{Settings, Strategy, Verdict, solve},
        },
        search::Control,
    };

    /// A corridor of the game with some instances in it: the start on the left, the goal on the right.
    fn corridor(instances: &str) -> Input {
        let walls = "<instance objName=\"objBlock\" x=\"0\" y=\"0\" scaleX=\"10\" scaleY=\"1\"/>\
                     <instance objName=\"objBlock\" x=\"0\" y=\"64\" scaleX=\"10\" scaleY=\"1\"/>";
        let text = format!(
            "<room><width>320</width><height>96</height><instances>{walls}\
             <instance objName=\"objPlayerStart\" x=\"32\" y=\"32\"/>\
             <instance objName=\"oGoal\" x=\"288\" y=\"32\"/>{instances}</instances></room>"
        );
        Input::new("r.room.gmx", text.into_bytes())
    }

    fn load(input: &Input, options: &Options) -> Result<Loaded, Error> {
        Given::open(input).unwrap().load(options, &Control::default())
    }

    fn is_solved(loaded: &Loaded) -> bool {
        let outcome = solve(&Terrain::new(loaded.level.clone()), Strategy::Auto, &Settings::default()).unwrap();
        matches!(outcome.verdict, Verdict::Solved { .. })
    }

    #[test]
    fn stone_keys_are_brought_along() {
        let input = corridor("<instance objName=\"oDoorStone\" x=\"160\" y=\"32\" code=\"count=11;\"/>");
        let without = load(&input, &Options::default()).unwrap();
        assert!(!is_solved(&without) && without.lacks.len() == 1 && without.lacks[0].contains("stone"));
        let with = load(&input, &Options::default().with("have", "11 stone")).unwrap();
        assert!(is_solved(&with) && with.lacks.is_empty());
        let none = load(&input, &Options::default().with("have", "0 stone")).unwrap();
        assert!(!is_solved(&none) && none.lacks.is_empty(), "the player has none, so that is the end of it");
        for wrong in ["", "eleven stone", "11", "11 gravel", "11 stone more"] {
            assert!(load(&input, &Options::default().with("have", wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn stored_doors_come_out_where_they_fit() {
        let input = corridor(
            "<instance objName=\"oDoorRed\" x=\"224\" y=\"32\"/>\
             <instance objName=\"oSalvageOut\" x=\"144\" y=\"64\" code=\"ID=3;\"/>",
        );
        let load = |stored: Option<&str>| {
            let options = stored.map_or(Options::default(), |stored| Options::default().with("stored", stored));
            load(&input, &options)
        };
        let without = load(None).unwrap();
        assert!(!is_solved(&without) && without.lacks[0].contains("number 3"), "{:?}", without.lacks);
        // A door that gives what it spends on its way: -1 red.
        let with = load(Some("3 32x32 none spends white")).unwrap();
        assert!(with.lacks.is_empty() && !is_solved(&with));
        assert_eq!(with.room.as_ref().unwrap().things.last().unwrap().area, Area::new(128, 32, 32, 32));
        let giving = load(Some("3 32x32 blast -1 orange spends red + 1 white")).err();
        assert!(giving.is_some(), "locks come before what is spent");
        let large = load(Some("3 32x64 1 white")).unwrap();
        assert!(large.notes.iter().any(|note| note.contains("does not fit everywhere")), "{:?}", large.notes);
        for wrong in
            ["3", "3 32 1 white", "3 0x32 1 white", "x 32x32 1 white", "5 32x32 1 white", "3 32x32 1 plaid", ""]
        {
            assert!(load(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
