//! The table as plain text.

use std::fmt;
use std::ops::Deref;

use game::{Seat, SeenOf};

use super::{Action, Colour, LastTurn, Pawn, Place, Sorry, Square, Target, ViewPhase};

const CELL: usize = 4;
const SIDE: usize = 16;
const WIDTH: usize = CELL * SIDE;
/// Where the words in the middle begin.
const MARGIN: usize = 12;

/// A picture made of characters.
struct Canvas(Vec<[char; WIDTH]>);

impl Canvas {
    fn write(&mut self, row: usize, column: usize, text: &str) {
        let places = self.0.get_mut(row).into_iter().flatten().skip(column);
        places.zip(text.chars()).for_each(|(place, character)| *place = character);
    }

    /// One or two characters in a cell, in brackets if it is marked: `17`, `[17]`, `[R]`.
    fn cell(&mut self, (row, column): (usize, usize), text: &str, mark: bool) {
        let text = if mark { format!("[{text}]") } else { format!(" {text}") };
        self.write(row, column * CELL, &text);
    }
}

/// Row and column of a square: clockwise from the upper left corner.
fn cell_of(square: Square) -> (usize, usize) {
    let steps = usize::from(square.number()) - 1;
    let (side, along, last) = (steps / (SIDE - 1), steps % (SIDE - 1), SIDE - 1);
    match side {
        0 => (0, along),
        1 => (along, last),
        2 => (last, last - along),
        _ => (last - along, 0),
    }
}

impl Table<'_> {
    fn ring(&self, canvas: &mut Canvas) {
        for number in (1..=60).filter_map(Square::new) {
            let pawn = self.pawns.iter().find(|(_, pawn)| pawn.place == Place::Square(number));
            let target = self.targets.iter().any(|target| {
                target.to == Place::Square(number) && Some(target.to) != self.place(self.mover)
            });
            let inner = match pawn {
                Some((_, pawn)) => pawn.colour.letter().to_string(),
                None if target || self.landmark(number) => number.to_string(),
                None => "·".to_owned(),
            };
            canvas.cell(cell_of(number), &inner, target);
        }
    }

    /// Corners and the squares beside the circles show their numbers.
    fn landmark(&self, square: Square) -> bool {
        let beside = |pawn: &Pawn| [pawn.colour.entry(), pawn.colour.exit()].contains(&square);
        square.number() % 15 == 1 || self.pawns.as_slice().iter().any(beside)
    }

    /// The circles of each colour beside its exit and entry squares.
    fn circles(&self, canvas: &mut Canvas) {
        for pawn in self.pawns.as_slice() {
            let circle = |place| {
                let inside = if pawn.place == place { pawn.colour.letter() } else { ' ' };
                format!("({inside})")
            };
            for (place, square) in [(Place::Home, pawn.colour.entry()), (Place::Start, pawn.colour.exit())] {
                let (row, column) = cell_of(square);
                let (circle, label) = (circle(place), place.to_string());
                let indent = (column * CELL + 1).saturating_sub(label.len() / 2);
                match pawn.colour {
                    Colour::Green => {
                        canvas.write(row + 1, column * CELL, &circle);
                        canvas.write(row + 2, indent, &label);
                    }
                    Colour::Red => {
                        canvas.write(row, column * CELL - 4 - label.len() - 1, &format!("{label} {circle}"));
                    }
                    Colour::Blue => {
                        canvas.write(row - 1, column * CELL, &circle);
                        canvas.write(row - 2, indent, &label);
                    }
                    Colour::Yellow => canvas.write(row, CELL, &format!("{circle} {label}")),
                }
            }
        }
    }

    fn middle(&self, canvas: &mut Canvas) {
        let mover = self.called(self.mover);
        let headline = match self.phase {
            ViewPhase::Roll => format!("Turn {}: {mover} to draw", self.turn),
            ViewPhase::Move => format!("Turn {}: {mover} to move", self.turn),
            ViewPhase::Over => format!("Turn {}: the game is over", self.turn),
        };
        canvas.write(4, MARGIN, &headline);
        if let Some(outcome) = self.outcome {
            let names: Vec<_> = outcome.winners.iter().map(|seat| self.called(seat)).collect();
            canvas.write(5, MARGIN, &format!("won by {}", names.join(", ")));
        }
        if let Some(drawn) = &self.drawn {
            canvas.write(5, MARGIN, &format!("{}: {}", drawn.card, drawn.words));
        }
        for (row, target) in (6..).zip(&self.targets) {
            canvas.write(row, MARGIN + 2, &self.emitted(target));
        }
    }

    fn emitted(&self, target: &Target) -> String {
        let bumps = target.bumps.map(|seat| format!(", {} to Start", Colour::of(seat)));
        let to = target.to.square().map_or_else(|| target.to.to_string(), |square| square.to_string());
        let bumps = bumps.unwrap_or_default();
        match target.action {
            Action::Roll => "roll".to_owned(),
            Action::Home => "home".to_owned(),
            Action::Leave => format!("leave → {to}{bumps}"),
            Action::Forward => format!("forward → {to}{bumps}"),
            Action::Backward => format!("backward → {to}{bumps}"),
            Action::Switch(seat) => format!("switch with {} → {to}", Colour::of(seat)),
            Action::Take(_) => format!("take → {to}{bumps}"),
            Action::Sorry(_) if Some(target.to) == self.place(self.mover) => format!("sorry{bumps}"),
            Action::Sorry(_) => format!("sorry → {to}{bumps}"),
            Action::Forfeit => "forfeit".to_owned(),
        }
    }

    fn last_line(&self, turn: &LastTurn) -> String {
        let LastTurn { seat, card, action, from, to, bumped, meaning: _ } = *turn;
        let from = from.square().map_or_else(|| from.to_string(), |square| square.to_string());
        let to = to.square().map_or_else(|| to.to_string(), |square| square.to_string());
        let mut line = format!("Last turn: {} drew {card}, ", self.called(seat));
        line += &match action {
            Action::Forfeit | Action::Roll => "forfeited".to_owned(),
            Action::Switch(with) => format!("changed places with {}, {from} → {to}", self.called(with)),
            Action::Sorry(_) if from == to => "said Sorry!".to_owned(),
            _ => format!("{from} → {to}"),
        };
        if let Some(seat) = bumped {
            line += &format!(", {} back to Start", self.called(seat));
        }
        line
    }

    fn place(&self, seat: Seat) -> Option<Place> {
        self.pawns.get(seat).map(|pawn| pawn.place)
    }

    fn called(&self, seat: Seat) -> String {
        let colour = Colour::of(seat).name();
        if self.you == Some(seat) { format!("{colour} (you)") } else { colour.to_owned() }
    }
}

/// The table as one viewer sees it.
pub(super) struct Table<'a>(pub(super) &'a SeenOf<Sorry>);

impl Deref for Table<'_> {
    type Target = SeenOf<Sorry>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut canvas = Canvas(vec![[' '; WIDTH]; SIDE]);
        self.ring(&mut canvas);
        self.circles(&mut canvas);
        self.middle(&mut canvas);
        for row in &canvas.0 {
            let line: String = row.iter().collect();
            writeln!(f, "  {}", line.trim_end())?;
        }
        writeln!(f)?;
        for (seat, pawn) in self.pawns.iter() {
            let name = self.called(seat);
            let steps = match (pawn.place, pawn.steps_left) {
                (Place::Start, _) => "still to leave".to_owned(),
                (Place::Home, _) => String::new(),
                (Place::Square(_), 1) => "1 step to Home".to_owned(),
                (Place::Square(_), steps) => format!("{steps} steps to Home"),
            };
            let place = pawn.place.to_string();
            let turn = if self.to_act.contains(seat) { "to act" } else { "" };
            let line = format!("  {}  {name:<13}{place:<12}{steps:<18}{turn}", pawn.colour.letter());
            writeln!(f, "{}", line.trim_end())?;
        }
        if let Some(turn) = &self.last {
            writeln!(f, "  {}", self.last_line(turn))?;
        }
        if let Some(counts) = &self.cards_left {
            let left = counts.iter().filter(|count| count.left > 0);
            let left: Vec<_> = left.map(|count| format!("{}×{}", count.left, count.card)).collect();
            let left = if left.is_empty() { "none, shuffle next".to_owned() } else { left.join("  ") };
            writeln!(f, "  Cards left: {left}")?;
        }
        if !self.upcoming.is_empty() {
            let faces: Vec<_> = self.upcoming.iter().take(12).map(|card| card.face()).collect();
            writeln!(f, "  Next cards: {}", faces.join(" "))?;
        }
        Ok(())
    }
}
