//! A plotter's alphabet: letters as strokes, for pictures that cannot rely on fonts.

/// Width of a letter in units of the grid.
pub(super) const WIDTH: f32 = 4.0;
/// From one letter to the next.
pub(super) const ADVANCE: f32 = 5.6;
/// Height of a letter.
pub(super) const HEIGHT: f32 = 6.0;

/// The strokes of a character on a grid of 5 by 7 points: each point is two digits, right and down from the top left corner;
/// strokes are parted by blanks. Small letters look like capitals. Characters without strokes are blank.
fn strokes(character: char) -> &'static str {
    match character.to_ascii_uppercase() {
        '0' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "0110304142060646",
        '3' => "01103041423323 334445361605",
        '4' => "36300444",
        '5' => "4000033344453616",
        '6' => "301001051636454433 3303",
        '7' => "00404116",
        '8' => "1030414233130201 0110 13040516364544 4433",
        '9' => "1636454130100102133343",
        '.' => "2526",
        ',' => "2517",
        '-' => "0343",
        '+' => "0343 2125",
        '%' => "4006 0001 4546",
        '/' => "4006",
        ':' => "2122 2526",
        '=' => "0242 0444",
        '(' => "30212536",
        ')' => "10212516",
        '>' => "014305",
        'A' => "060220 204246 0444",
        'B' => "00063645443303 3342413000",
        'C' => "4130100105163645",
        'D' => "00062644422000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "404536160504",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "1030414536160501 2446",
        'R' => "06003041423303 2346",
        'S' => "4130100102134445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        _ => "",
    }
}

/// The strokes of a character as points.
pub(super) fn lines(character: char) -> impl Iterator<Item = Vec<(f32, f32)>> {
    strokes(character).split(' ').map(|stroke| {
        let digits: Vec<f32> = stroke.bytes().map(|byte| f32::from(byte.saturating_sub(b'0'))).collect();
        digits.chunks_exact(2).map(|point| (point[0], point[1])).collect()
    })
}
