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

/// What a free cell adds for one line, if its colour is to move and if not.
const TO_MOVE: [i32; 13] = [0, 1, 2, 3, 6, 8, 9, 8, 24, 28, 24, 100, 0];
const WAITING: [i32; 13] = [0, 1, 2, 2, 5, 6, 7, 5, 14, 17, 13, 120, 0];
/// For each line after the first that makes an open two or more.
const VALUE_TOGETHER: i32 = 4;

/// What a free cell adds for a colour, if it is to move and if not.
pub(super) fn value(patterns: [Pattern; 4], class: Class) -> (i16, i16) {
    let sum = |worth: [i32; 13]| patterns.iter().map(|pattern| worth[*pattern as usize]).sum::<i32>();
    let strong = patterns.iter().filter(|pattern| **pattern >= Pattern::OpenTwo).count() as i32;
    let together = VALUE_TOGETHER * (strong - 1).max(0);
    let (attacks, waits) = match class {
        Class::Quiet | Class::Three | Class::Four | Class::Five => (0, 0),
        Class::DoubleThree => (60, 30),
        Class::FourThree => (200, 80),
        Class::OpenFour => (400, 150),
    };
    (clamped(sum(TO_MOVE) + together + attacks), clamped(sum(WAITING) + together + waits))
}

fn clamped(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
