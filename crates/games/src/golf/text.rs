//! The table as plain text.

use std::fmt;
use std::ops::Deref;

use game::{Seat, SeatSet, SeenOf, Voice};

use super::Golf;
use super::action::Action;
use super::event::Event;
use super::layout::{CARDS, Place};
use super::view::{Held, Source, ViewPhase};

/// How many layouts stand side by side: four need 76 columns.
const ABREAST: usize = 4;
/// Inside the frame of a layout.
const WIDTH: usize = 15;
/// How many stock cards are listed for a viewer who sees everything: with more the line could grow beyond 78 columns.
const NEXT: usize = 2;

/// The table as one viewer sees it.
pub(super) struct Table<'a>(pub(super) &'a SeenOf<Golf>);

impl Deref for Table<'_> {
    type Target = SeenOf<Golf>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        self.write_piles(f)?;
        let seats: Vec<_> = Seat::all(self.layouts.seats()).collect();
        for row in seats.chunks(ABREAST) {
            writeln!(f)?;
            self.write_layouts(f, row)?;
        }
        self.write_card(f)?;
        self.write_hint(f)
    }
}

impl Table<'_> {
    fn voice(&self) -> Voice {
        match self.you {
            Some(seat) => Voice::numbers().to(seat),
            None => Voice::numbers(),
        }
    }

    fn names(&self, seats: SeatSet) -> String {
        let voice = self.voice();
        let names: Vec<_> = seats.iter().map(|seat| voice.inner_name(seat)).collect();
        names.join(", ")
    }

    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Six Card Golf, round {} of {}", self.round, self.rounds)?;
        if matches!(self.phase, ViewPhase::Take | ViewPhase::Holding | ViewPhase::TurnOne) {
            let each = self.turns / u16::from(self.layouts.seats().max(1)) + 1;
            write!(f, ", turn {each}")?;
        }
        if self.phase == ViewPhase::Reveal {
            write!(f, ": everybody turns two cards")?;
        }
        match self.last_turns.filter(|_| self.phase != ViewPhase::Over) {
            Some(last) => writeln!(f, ": last turns, {} to go", last.left),
            None => writeln!(f),
        }
    }

    fn write_piles(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  stock {}   ", self.stock)?;
        match self.discard() {
            Some(card) => write!(f, "discard {card} (pile of {})", self.discards.len())?,
            None => write!(f, "no discard")?,
        }
        if let Some(order) = &self.stock_order {
            let next: Vec<_> = order.iter().take(NEXT).map(ToString::to_string).collect();
            write!(f, "   next {}", next.join(" "))?;
        }
        if let Some(Held { seat, card, .. }) = self.held {
            let card = card.map_or_else(|| "**".to_owned(), |card| card.to_string());
            let whose = self.voice().possessive(seat);
            write!(f, "   in {whose} hand {card}")?;
        }
        writeln!(f)
    }

    fn write_layouts(&self, f: &mut fmt::Formatter<'_>, row: &[Seat]) -> fmt::Result {
        let mut lines = [const { String::new() }; 7];
        for &seat in row {
            let mark = if self.to_act.contains(seat) { '▶' } else { ' ' };
            let block = [
                format!("{mark} {}", self.voice().name(seat)),
                format!("┌{}┐", "─".repeat(WIDTH)),
                format!("│{}│", self.cells(seat, 0)),
                format!("│{}│", self.cells(seat, CARDS / 2)),
                format!("└{}┘", "─".repeat(WIDTH)),
                format!("  shows {:>8}", self.showing[seat]),
                format!("  total {:>8}", self.scores[seat]),
            ];
            for (line, part) in lines.iter_mut().zip(block) {
                line.push_str(&format!("  {part:<width$}", width = WIDTH + 2));
            }
        }
        lines.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }

    /// Three cards from this place on: ` 10♠ `, `  ** `, or `(10♠)` for who sees what lies face down.
    fn cells(&self, seat: Seat, first: usize) -> String {
        let cell = |index: usize| {
            let under = self.face_down.as_ref().and_then(|all| all[seat][index]);
            match (self.layouts[seat][index], under) {
                (Some(card), _) => format!("{card:>4} "),
                (None, Some(card)) => format!("{:>5}", format!("({card})")),
                (None, None) => "  ** ".to_owned(),
            }
        };
        (first..first + CARDS / 2).map(cell).collect()
    }

    /// The score card, once a round is scored.
    fn write_card(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.results.is_empty() {
            return Ok(());
        }
        write!(f, "\n  {:<9}", "Round")?;
        (1..=self.results.len()).try_for_each(|round| write!(f, "{round:>5}"))?;
        writeln!(f, "{:>8}", "total")?;
        for seat in Seat::all(self.layouts.seats()) {
            write!(f, "  {:<9}", self.voice().name(seat))?;
            self.results.iter().try_for_each(|points| write!(f, "{:>5}", points[seat]))?;
            writeln!(f, "{:>8}", self.scores[seat])?;
        }
        Ok(())
    }

    fn write_hint(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        if let Some(outcome) = self.outcome {
            let points = outcome.winners.first().map_or(0, |winner| self.scores[winner]);
            let over = Event::GameOver { winners: outcome.winners, points };
            return writeln!(f, "{}", over.sentence(&self.voice()));
        }
        if self.legal.is_empty() {
            return writeln!(f, "To act: {}.", self.names(self.to_act));
        }
        let places = |pick: fn(&Action) -> Option<Place>| {
            let places: Vec<_> = self.legal.iter().filter_map(pick).map(|place| place.to_string()).collect();
            places.join(" ")
        };
        match self.phase {
            ViewPhase::Reveal => writeln!(f, "Turn two of your cards: 0 1 2 above, 3 4 5 below."),
            ViewPhase::Take => self.write_take_hint(f),
            ViewPhase::Holding => {
                let thrown = match self.held {
                    Some(Held { source: Source::Stock, .. }) => ", or throw it away",
                    _ => "",
                };
                writeln!(f, "Swap your card for one of 0 1 2 above, 3 4 5 below{thrown}.")
            }
            ViewPhase::TurnOne => writeln!(
                f,
                "Turn one of your hidden cards: {}.",
                places(|action| if let Action::Turn(place) = action { Some(*place) } else { None })
            ),
            ViewPhase::Over => Ok(()),
        }
    }

    fn write_take_hint(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut choices = Vec::new();
        if self.legal.contains(&Action::TakeStock) {
            choices.push("the stock card".to_owned());
        }
        if let Some(card) = self.discard() {
            choices.push(format!("the discard {card}"));
        }
        write!(f, "Your turn: take {}", choices.join(" or "))?;
        if self.legal.iter().any(|action| matches!(action, Action::Steal(_))) {
            write!(f, ", or steal an open card for a hidden one")?;
        }
        writeln!(f, ".")
    }
}
