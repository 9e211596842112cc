//! What patterns are worth: to the order in which moves are tried, and to the static value of a position.

use super::patterns::{Class, Pattern};

/// How early to try a cell for what it makes in one line.
const ORDER: [i32; 13] = [0, 1, 4, 5, 11, 14, 16, 14, 36, 44, 48, 300, 2_000];
/// For each line after the first that makes an open two or more.
const TOGETHER: i32 = 6;

/// For building there, and for taking the cell from the opponent.
pub(super) fn order(patterns: [Pattern; 4], class: Class) -> (i16, i16) {
    let sum: i32 = patterns.iter().map(|pattern| ORDER[*pattern as usize]).sum();
    let strong = patterns.iter().filter(|pattern| **pattern >= Pattern::OpenTwo).count() as i32;
    let bonus = match class {
        Class::Quiet | Class::Three | Class::Four => 0,
        Class::DoubleThree => 100,
        Class::FourThree => 250,
        Class::OpenFour => 600,
        Class::Five => 4_000,
    };
    let builds = sum + TOGETHER * (strong - 1).max(0) + bonus;
    (clamped(builds), clamped(builds * 4 / 5))
}

/// Static values are kept in parts of this many.
pub(super) const PARTS: i32 = 8;

/// What a free cell adds for one line, if its colour is to move and if not, in parts. These and [`PAIRS`] were fitted to 70,000
/// quiet positions of games of the engine against itself: to how they ended, and to what a search of 3,000 nodes said. What no
/// quiet position has was set by hand.
const LINES: [[i32; 13]; 2] = [
    [0, 4, 13, 27, 35, 48, 72, 74, 173, 162, 271, 800, 0],
    [0, 0, 13, 28, 30, 37, 56, 47, 157, 135, 210, 960, 0],
];
/// What it adds for two lines together, beyond what each adds, by the better and the worse of them.
const PAIRS: [[[i32; 13]; 13]; 2] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, -6, -1, -7, 9, 3, 0, -10, 11, -46, 29, 0, 0],
        [0, -1, -2, -6, 1, -4, 0, 1, 75, 51, 79, 0, 0],
        [0, -7, -6, -19, -12, -1, 0, -1, 39, 79, 55, 0, 0],
        [0, 9, 1, -12, 35, 37, 32, 50, 249, 324, 332, 0, 0],
        [0, 3, -4, -1, 37, 79, 32, 79, 376, 487, 573, 0, 0],
        [0, 0, 0, 0, 32, 32, 32, 32, 32, 32, 32, 0, 0],
        [0, -10, 1, -1, 50, 79, 32, 75, 187, 161, 284, 0, 0],
        [0, 11, 75, 39, 249, 376, 32, 187, 416, 75, 1353, 0, 0],
        [0, -46, 51, 79, 324, 487, 32, 161, 75, 4, 1486, 0, 0],
        [0, 29, 79, 55, 332, 573, 32, 284, 1353, 1486, 32, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, -8, 1, -7, 8, 5, 0, 3, 21, -48, -4, 0, 0],
        [0, 1, -3, -5, 1, -4, 0, 3, 41, 55, 70, 0, 0],
        [0, -7, -5, -26, -1, -2, 0, -2, -2, 75, 82, 0, 0],
        [0, 8, 1, -1, 21, 34, 32, 46, 98, 95, 290, 0, 0],
        [0, 5, -4, -2, 34, 63, 32, 64, 145, 194, 464, 0, 0],
        [0, 0, 0, 0, 32, 32, 32, 32, 32, 32, 32, 0, 0],
        [0, 3, 3, -2, 46, 64, 32, 71, 137, 161, 524, 0, 0],
        [0, 21, 41, -2, 98, 145, 32, 137, 390, 235, 1451, 0, 0],
        [0, -48, 55, 75, 95, 194, 32, 161, 235, 312, 1437, 0, 0],
        [0, -4, 70, 82, 290, 464, 32, 524, 1451, 1437, 32, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
];

/// What a free cell adds for a colour, if it is to move and if not.
pub(super) fn value(patterns: [Pattern; 4], class: Class) -> (i16, i16) {
    let sum = |kind: usize| {
        let lines = patterns.iter().map(|pattern| LINES[kind][*pattern as usize]).sum::<i32>();
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
        let together: i32 =
            pairs.map(|(one, other)| PAIRS[kind][patterns[one] as usize][patterns[other] as usize]).sum();
        lines + together
    };
    let (attacks, waits) = if class == Class::OpenFour { (400 * PARTS, 150 * PARTS) } else { (0, 0) };
    (clamped(sum(0) + attacks), clamped(sum(1) + waits))
}

fn clamped(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
