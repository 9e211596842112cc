//! A link as a QR code, for the camera of a phone.

use fast_qr::{ECL, QRBuilder};

/// Modules of empty space around the code.
const QUIET_ZONE: usize = 2;

/// A text as a square of modules with the empty space around it; true is dark. `None` if it is too long.
pub(crate) fn modules(text: &str) -> Option<Vec<Vec<bool>>> {
    let code = QRBuilder::new(text).ecl(ECL::L).build().ok()?;
    let size = code.size + 2 * QUIET_ZONE;
    let dark = |row: usize, column: usize| {
        let inside = |at: usize| at.checked_sub(QUIET_ZONE).filter(|at| *at < code.size);
        matches!((inside(row), inside(column)), (Some(row), Some(column)) if code[row][column].value())
    };
    Some((0..size).map(|row| (0..size).map(|column| dark(row, column)).collect()).collect())
}

/// The code as lines of half blocks, two rows of modules a line: what is drawn is light, what is left out is dark.
pub(crate) fn half_blocks(modules: &[Vec<bool>]) -> Vec<String> {
    let line = |pair: &[Vec<bool>]| {
        let upper = pair.first().map_or(&[][..], |row| row);
        let column = |(index, upper): (usize, &bool)| {
            let lower = pair.get(1).and_then(|row| row.get(index)).copied().unwrap_or(true);
            match (*upper, lower) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            }
        };
        upper.iter().enumerate().map(column).collect()
    };
    modules.chunks(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_square_with_three_corners_and_space_around_it() {
        let code = modules("http://192.168.1.20:8080/j/ss439rrzy0#0123456789abcdefghjk").unwrap();
        let size = code.len();
        assert!(code.iter().all(|row| row.len() == size));
        assert!(code[..QUIET_ZONE].iter().flatten().all(|dark| !dark), "the space above is light");
        let finder = |row: usize, column: usize| {
            (0..7).all(|at| code[row][column + at] && code[row + 6][column + at] && code[row + at][column])
        };
        let far = size - QUIET_ZONE - 7;
        assert!(finder(QUIET_ZONE, QUIET_ZONE) && finder(QUIET_ZONE, far) && finder(far, QUIET_ZONE));
        assert!(!finder(far, far), "the fourth corner has none");
        let lines = half_blocks(&code);
        assert_eq!(lines.len(), size.div_ceil(2));
        assert!(lines.len() <= 20 && lines[0].chars().count() <= 76, "it fits 80 by 24");
        // A white pixel of the picture is a module that is not dark.
        for (row, line) in lines.iter().enumerate() {
            for (column, block) in line.chars().enumerate() {
                assert_eq!(matches!(block, '█' | '▀'), !code[2 * row][column]);
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert_eq!(modules(&"x".repeat(4_000)), None);
    }
}
