//! The table drawn as plain text.

use std::fmt;
use std::ops::Deref;

use game::{Outcome, Seat, SeenOf};

use super::{Crossing, GameEnd, Gomoku};

/// The pebbles of the seats, in order.
const PEBBLES: [char; 3] = ['●', '○', '▲'];
const FREE: char = '·';

/// The table as one viewer sees it.
pub(super) struct Table<'a>(pub(super) &'a SeenOf<Gomoku>);

impl Deref for Table<'_> {
    type Target = SeenOf<Gomoku>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl fmt::Display for Table<'_> {
    /// The board with its letters and numbers, round brackets about the last pebble, square ones about a row that won, then
    /// who has which pebbles and what happens next.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.column_letters(f)?;
        for y in 0..self.lines() as i8 {
            self.row(f, y)?;
        }
        writeln!(f)?;
        self.legend(f)?;
        self.state(f)
    }
}

impl Table<'_> {
    fn column_letters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "    ")?;
        for letter in (0..self.lines() as i8).filter_map(Crossing::column_letter) {
            write!(f, " {letter}")?;
        }
        writeln!(f)
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, y: i8) -> fmt::Result {
        // What stands before each crossing, and one after the last.
        let mut between = vec![' '; usize::from(self.lines()) + 1];
        let here = |crossing: &Crossing| crossing.y == y && crossing.is_on(self.lines());
        if let Some(x) = self.last.filter(here).map(|last| last.x as usize) {
            (between[x], between[x + 1]) = ('(', ')');
        }
        let winning: Vec<_> = self.winning.iter().flat_map(|row| row.crossings()).filter(here).collect();
        for x in winning.iter().map(|crossing| crossing.x as usize) {
            (between[x], between[x + 1]) = ('[', ']');
        }
        // Neighbours in one row share one pair of brackets.
        for pair in winning.windows(2).filter(|pair| pair[0].x + 1 == pair[1].x) {
            between[pair[1].x as usize] = ' ';
        }
        write!(f, " {:2} ", y + 1)?;
        let mut line = String::new();
        for (x, before) in between.iter().enumerate() {
            line.push(*before);
            if x < usize::from(self.lines()) {
                let owner = self.pebble(Crossing::new(x as i8, y));
                line.push(owner.map_or(FREE, pebble));
            }
        }
        writeln!(f, "{}", line.trim_end())
    }

    fn legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(self.seats) {
            let you = if self.you == Some(seat) { " (you)" } else { "" };
            write!(f, "    {} player {}{you}", pebble(seat), seat.number() + 1)?;
        }
        writeln!(f)
    }

    fn state(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pebbles, self.last) {
            (1, Some(last)) => write!(f, "    1 pebble, on {last}.")?,
            (count, Some(last)) => write!(f, "    {count} pebbles, the last on {last}.")?,
            (_, None) => write!(f, "    The board is empty.")?,
        }
        let winner = self.outcome.and_then(|Outcome { winners }| winners.first());
        match (self.end, winner, self.to_act.first()) {
            (Some(GameEnd::NoRowLeft), ..) => writeln!(f, " Nobody can make five any more: a draw."),
            (Some(GameEnd::BoardFull), ..) => writeln!(f, " The board is full: a draw."),
            (_, Some(winner), _) if self.you == Some(winner) => writeln!(f, " You have won."),
            (_, Some(winner), _) => {
                writeln!(f, " Player {} {} has won.", winner.number() + 1, pebble(winner))
            }
            (.., Some(next)) if self.you == Some(next) => {
                writeln!(f, " Your turn: choose any free crossing {FREE}, {} are left.", self.legal.len())
            }
            (.., Some(next)) => writeln!(f, " Player {} {} is to play.", next.number() + 1, pebble(next)),
            _ => writeln!(f),
        }
    }
}

fn pebble(seat: Seat) -> char {
    PEBBLES[seat.index() % PEBBLES.len()]
}
