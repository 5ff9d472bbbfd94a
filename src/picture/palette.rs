//! Colours that people with any kind of colour vision can tell apart, and tones of them.

use super::Colour;

/// Eight colours of distinct lightness and hue (the Okabe-Ito set), and four more that differ from them in lightness.
const COLOURS: [Colour; 12] = [
    [230, 159, 0],
    [86, 180, 233],
    [0, 158, 115],
    [240, 228, 66],
    [0, 114, 178],
    [213, 94, 0],
    [204, 121, 167],
    [187, 187, 187],
    [92, 80, 170],
    [136, 34, 85],
    [221, 204, 153],
    [187, 238, 238],
];

/// The colour of the `index`-th of many things. When all are used, they come again in lighter and darker tones.
pub fn colour(index: usize) -> Colour {
    let base = COLOURS[index % COLOURS.len()];
    match index / COLOURS.len() % 3 {
        0 => base,
        1 => lighter(base, 0.45),
        _ => darker(base, 0.35),
    }
}

/// Moved towards white, by a part of the way.
pub fn lighter(colour: Colour, part: f32) -> Colour {
    mixed(colour, [255; 3], part)
}

/// Moved towards black, by a part of the way.
pub fn darker(colour: Colour, part: f32) -> Colour {
    mixed(colour, [0; 3], part)
}

fn mixed(from: Colour, to: Colour, part: f32) -> Colour {
    let mix = |at: usize| (f32::from(from[at]) * (1.0 - part) + f32::from(to[at]) * part).round() as u8;
    [mix(0), mix(1), mix(2)]
}

/// Black or white, whichever can be read on a colour.
pub fn ink_on(colour: Colour) -> Colour {
    let lightness = 2 * u32::from(colour[0]) + 5 * u32::from(colour[1]) + u32::from(colour[2]);
    if lightness > 8 * 105 { [20, 20, 20] } else { [255, 255, 255] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_36_things_have_colours_of_their_own() {
        let all: std::collections::HashSet<Colour> = (0..36).map(colour).collect();
        assert_eq!(all.len(), 36);
        assert_eq!((ink_on([240, 228, 66]), ink_on([136, 34, 85])), ([20, 20, 20], [255, 255, 255]));
    }
}
