//! The board in four bytes, for playing millions of turns. A test compares it with the rules.

use games::sorry::{Card, Colour, Meaning, Place, SorryOptions};

use game::Seat;

pub(super) const START: u8 = 0;
pub(super) const HOME: u8 = 61;
const SQUARES: u8 = 60;

/// A place as a number: 0 is Start, 1 to 60 the squares, 61 Home.
pub(super) const fn number(place: Place) -> u8 {
    match place {
        Place::Start => START,
        Place::Square(square) => square.number(),
        Place::Home => HOME,
    }
}

/// Where all pawns stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) pawns: [u8; 4],
    pub(super) seats: u8,
}

/// What the cards mean at a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    meanings: [Meaning; Card::KINDS],
    must_advance: bool,
}

/// The boards a card can lead to: at most forward, backward, one for each opponent, and as it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    boards: [Board; 6],
    count: usize,
}

impl Ways {
    fn add(&mut self, board: Board) {
        self.boards[self.count] = board;
        self.count += 1;
    }

    pub(super) fn all(&self) -> &[Board] {
        &self.boards[..self.count]
    }
}

/// How many steps a pawn of this seat still has to go.
#[inline]
pub(super) fn steps_left(seat: usize, place: u8) -> u8 {
    match place {
        START => SQUARES + 1,
        HOME => 0,
        square => {
            let entry = 15 * seat as u8 + 3;
            if square <= entry { entry - square + 1 } else { entry + SQUARES - square + 1 }
        }
    }
}

#[inline]
const fn forward(square: u8, squares: u8) -> u8 {
    let number = square + squares;
    if number > SQUARES { number - SQUARES } else { number }
}

#[inline]
const fn backward(square: u8, squares: u8) -> u8 {
    forward(square, SQUARES - squares)
}

impl Board {
    /// This pawn goes there and sends home the pawn that stands there.
    #[inline]
    fn moved(mut self, seat: usize, to: u8) -> Self {
        for other in 0..usize::from(self.seats) {
            if other != seat && self.pawns[other] == to && to != START {
                self.pawns[other] = START;
            }
        }
        self.pawns[seat] = to;
        self
    }

    fn on_ring(self, seat: usize) -> impl Iterator<Item = usize> {
        let seats = usize::from(self.seats);
        (0..seats).filter(move |other| *other != seat && (1..=SQUARES).contains(&self.pawns[*other]))
    }
}

impl Rules {
    pub(super) fn of(options: &SorryOptions) -> Self {
        Self { meanings: Card::ALL.map(|card| card.meaning(options)), must_advance: options.must_advance_11 }
    }

    /// Where this card can lead; never nowhere.
    #[inline]
    pub(super) fn ways(&self, board: Board, seat: usize, card: usize) -> Ways {
        let mut ways = Ways { boards: [board; 6], count: 0 };
        let meaning = self.meanings[card];
        let own = board.pawns[seat];
        let mut may_forfeit = false;
        match (own, meaning) {
            (START, Meaning::LeaveOrForward(_)) => {
                ways.add(board.moved(seat, 15 * seat as u8 + 5));
            }
            (_, Meaning::Sorry) => {
                for other in board.on_ring(seat) {
                    let mut after = board;
                    after.pawns[other] = START;
                    ways.add(after);
                }
                may_forfeit = true;
            }
            (START, Meaning::SorryFromStart) => {
                for other in board.on_ring(seat) {
                    ways.add(board.moved(seat, board.pawns[other]));
                }
                may_forfeit = true;
            }
            (1..=SQUARES, _) => {
                if let Some(squares) = meaning.forward() {
                    let left = steps_left(seat, own);
                    if squares == left {
                        ways.add(board.moved(seat, HOME));
                        return ways;
                    }
                    if squares < left {
                        ways.add(board.moved(seat, forward(own, squares)));
                    }
                }
                if let Some(squares) = meaning.backward() {
                    ways.add(board.moved(seat, backward(own, squares)));
                }
                let moved = ways.count > 0;
                match meaning {
                    Meaning::ForwardOrSwitch(_) => {
                        for other in board.on_ring(seat) {
                            let mut after = board;
                            after.pawns.swap(seat, other);
                            ways.add(after);
                        }
                        may_forfeit = !self.must_advance || !moved;
                    }
                    Meaning::ForwardOrTake(_) => {
                        for other in board.on_ring(seat) {
                            ways.add(board.moved(seat, board.pawns[other]));
                        }
                        may_forfeit = !self.must_advance || !moved;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        if may_forfeit || ways.count == 0 {
            ways.add(board);
        }
        ways
    }
}

// The geometry above is the one of the rules.
const _: () = assert!(
    Colour::of(Seat::of(1)).exit().number() == 20
        && Colour::of(Seat::of(3)).entry().number() == 48
        && games::sorry::SQUARES == SQUARES
);
