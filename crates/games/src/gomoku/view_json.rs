//! A view as JSON, straight from the position: a board of letters and up to 625 free crossings go to whoever is to move,
//! after every move.

use game::json::{NotJson, field};
use game::{Game, Viewer};

use super::{Gomoku, MAX_LINES};

/// One end of a free crossing in the list, and its length. Written whole; what is behind its end is written over.
type Piece = ([u8; PIECE], usize);
const PIECE: usize = 16;

/// `{"place":{"x":12`
static COLUMNS: [Piece; MAX_LINES] = pieces(b"{\"place\":{\"x\":", b"");
/// `,"y":12}},`
static ROWS: [Piece; MAX_LINES] = pieces(b",\"y\":", b"}},");

const fn pieces(before: &[u8], after: &[u8]) -> [Piece; MAX_LINES] {
    let mut pieces = [([0; PIECE], 0); MAX_LINES];
    let mut number = 0;
    while number < MAX_LINES {
        let piece = &mut pieces[number];
        append(piece, before);
        if number > 9 {
            append(piece, &[b'0' + number as u8 / 10]);
        }
        append(piece, &[b'0' + number as u8 % 10]);
        append(piece, after);
        number += 1;
    }
    pieces
}

const fn append(piece: &mut Piece, letters: &[u8]) {
    let mut index = 0;
    while index < letters.len() {
        piece.0[piece.1] = letters[index];
        piece.1 += 1;
        index += 1;
    }
}

/// The same bytes that serde makes of [`View`](super::View).
pub(super) fn write(position: &Gomoku, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson> {
    field(out, b"{\"you\":", &viewer.seat())?;
    field(out, b",\"seats\":", &position.seats)?;
    out.extend_from_slice(b",\"rows\":[\"");
    for y in 0..position.lines {
        if y > 0 {
            out.extend_from_slice(b"\",\"");
        }
        position.board.write_line(y, position.lines, out);
    }
    field(out, b"\"],\"pebbles\":", &position.pebbles())?;
    field(out, b",\"to_act\":", &position.status().to_act())?;
    field(out, b",\"last\":", &position.last)?;
    field(out, b",\"winning\":", &position.winning_rows())?;
    field(out, b",\"end\":", &position.end)?;
    field(out, b",\"outcome\":", &position.status().outcome())?;
    out.extend_from_slice(b",\"legal\":[");
    if position.end.is_none() && viewer.seat() == Some(position.turn) {
        legal(position, out);
    }
    out.extend_from_slice(b"]}");
    Ok(())
}

fn legal(position: &Gomoku, out: &mut Vec<u8>) {
    let free = position.free.actions();
    let mut end = out.len();
    // Room for the longest of each, so that all are put down alike.
    out.resize(end + free.len() * 2 * PIECE, 0);
    for action in free {
        let crossing = action.crossing();
        for (letters, length) in [&COLUMNS[crossing.x as usize], &ROWS[crossing.y as usize]] {
            out[end..end + PIECE].copy_from_slice(letters);
            end += length;
        }
    }
    // The last one has no comma behind it. Somebody who is to move has a crossing to move to.
    out.truncate(end - usize::from(!free.is_empty()));
}
