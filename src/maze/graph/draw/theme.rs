//! How a maze looks: colours, and how thick walls and ways are.

use crate::{
    diagnostics::Diagnostic,
    family::{Error, Options},
    picture::Colour,
};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What it is called.
    pub name: &'static str,
    /// Around the maze.
    pub paper: Colour,
    /// Where one walks.
    pub floor: Colour,
    /// Walls.
    pub wall: Colour,
    /// The way from the start to the goal.
    pub way: Colour,
    /// Start and goal.
    pub ends: [Colour; 2],
}

/// All themes, the usual one first.
pub const THEMES: [Theme; 6] = [
    Theme {
        name: "paper",
        paper: [255; 3],
        floor: [255; 3],
        wall: [30; 3],
        way: [240, 110, 50],
        ends: [[0, 140, 100], [200, 40, 60]],
    },
    Theme {
        name: "dark",
        paper: [24, 26, 32],
        floor: [24, 26, 32],
        wall: [215, 219, 226],
        way: [255, 170, 60],
        ends: [[60, 210, 150], [250, 100, 110]],
    },
    Theme {
        name: "blueprint",
        paper: [22, 66, 122],
        floor: [30, 82, 148],
        wall: [235, 244, 255],
        way: [255, 214, 90],
        ends: [[140, 240, 170], [255, 150, 130]],
    },
    Theme {
        name: "hedge",
        paper: [232, 240, 214],
        floor: [247, 241, 222],
        wall: [44, 104, 52],
        way: [190, 70, 40],
        ends: [[40, 90, 170], [180, 30, 60]],
    },
    Theme {
        name: "sepia",
        paper: [244, 234, 212],
        floor: [250, 244, 230],
        wall: [84, 56, 32],
        way: [170, 50, 30],
        ends: [[60, 110, 60], [150, 30, 40]],
    },
    Theme {
        name: "candy",
        paper: [255, 246, 250],
        floor: [255, 255, 255],
        wall: [178, 60, 140],
        way: [20, 150, 170],
        ends: [[40, 160, 80], [230, 90, 40]],
    },
];

/// How a maze is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its colours.
    pub theme: Theme,
    /// How thick walls are, as a share of a cell.
    pub wall: f64,
    /// How thick the way is, as a share of a cell.
    pub way: f64,
    /// Are ways drawn round, as tubes?
    pub is_rounded: bool,
    /// Are cells coloured by their distance from the start?
    pub has_distance: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: THEMES[0], wall: 0.14, way: 0.3, is_rounded: false, has_distance: false }
    }
}

/// The options that say how a picture looks.
pub const OPTIONS: [&str; 4] = ["theme", "wall-width", "path-width", "rounded"];

impl Look {
    /// Reads the options.
    pub fn new(options: &Options) -> Result<Self, Error> {
        let usual = Self::default();
        let share = |name: &str, most: f64| {
            let expected = format!("a share of a cell from 0.01 to {most}");
            options.read(name, &expected, |text| text.parse().ok().filter(|share: &f64| (0.01..=most).contains(share)))
        };
        let theme = match options.text("theme") {
            None => usual.theme,
            Some(name) => THEMES.into_iter().find(|theme| theme.name == name).ok_or_else(|| {
                let names = THEMES.map(|theme| theme.name).join(", ");
                Diagnostic::new(format!("there is no theme '{name}'")).help(format!("one of: {names}"))
            })?,
        };
        Ok(Self {
            theme,
            wall: share("wall-width", 0.5)?.unwrap_or(usual.wall),
            way: share("path-width", 0.8)?.unwrap_or(usual.way),
            is_rounded: options.has("rounded"),
            has_distance: options.has("distance"),
        })
    }

    /// Was any of its options given?
    pub fn is_asked(options: &Options) -> bool {
        OPTIONS.iter().any(|name| options.has(name))
    }
}
