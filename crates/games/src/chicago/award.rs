//! What hands are paid.

use cards::poker::Class;
use game::{Audience, EventSink, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::{Chicago, ChicagoOptions, Ending, Event, StraightFlush};

/// Who was paid for the best hand of one exchange.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Award {
    /// One hand was the best.
    Paid {
        /// The seat it concerns.
        seat: Seat,
        /// Its kind. The cards themselves are not shown.
        class: Class,
        /// What it earned.
        points: u8,
    },
    /// Several hands were equal and the best: nobody is paid.
    Drawn {
        /// Their kind.
        class: Class,
    },
    /// Nobody held a pair or better.
    NoHand,
    /// A royal flush ended the game.
    Royal {
        /// The seat it concerns.
        seat: Seat,
    },
}

/// What a hand of this kind earns. A royal flush earns the game, and no points.
#[must_use]
pub const fn points_for(class: Class, options: &ChicagoOptions) -> u8 {
    match class {
        Class::HighCard | Class::RoyalFlush => 0,
        Class::Pair => 1,
        Class::TwoPairs => 2,
        Class::ThreeOfAKind => 3,
        Class::Straight => 4,
        Class::Flush => 5,
        Class::FullHouse => 6,
        Class::FourOfAKind => 7,
        Class::StraightFlush => match options.straight_flush {
            StraightFlush::Ten => 10,
            StraightFlush::Eight => 8,
        },
    }
}

impl Chicago {
    /// Adds to a total, which stays within a signed byte.
    pub(super) fn add_points(&mut self, seat: Seat, points: i8) {
        self.totals[seat] = self.totals[seat].saturating_add(points);
    }

    /// The best hand at the table, and whether it is alone.
    fn best_hand(&self) -> Award {
        let mut values = self.hands.iter().map(|(seat, hand)| (hand.value(), seat));
        let Some((mut best, mut owner)) = values.next() else { return Award::NoHand };
        let mut drawn = false;
        for (value, seat) in values {
            if value > best {
                (best, owner, drawn) = (value, seat, false);
            } else {
                drawn |= value == best;
            }
        }
        match best.class() {
            Class::HighCard => Award::NoHand,
            class if drawn => Award::Drawn { class },
            class => Award::Paid { seat: owner, class, points: points_for(class, &self.options) },
        }
    }

    /// Pays the best hand of an exchange.
    pub(super) fn pay_best_hand(&mut self, number: u8, listener: &mut impl EventSink<Event>) {
        let award = self.best_hand();
        let mut reset = None;
        if let Award::Paid { seat, class, points } = award {
            self.add_points(seat, points as i8);
            if self.options.four_resets && class == Class::FourOfAKind {
                reset = Some(seat);
                for other in Seat::all(self.seats).filter(|&other| other != seat) {
                    self.totals[other] = 0;
                }
            }
        }
        self.awards[usize::from(number) - 1] = Some(award);
        let totals = || self.shown_totals();
        listener.emit(Audience::All, || Event::HandPaid { number, award, totals: totals() });
        if let Some(seat) = reset {
            listener.emit(Audience::All, || Event::OthersReset { seat });
        }
    }

    /// Ends the game if somebody holds a royal flush. Of two the higher total wins, then the first in turn.
    pub(super) fn won_by_royal_flush(&mut self, listener: &mut impl EventSink<Event>) -> bool {
        if !self.hands.as_slice().iter().any(super::Hand::is_royal) {
            return false;
        }
        let mut winner: Option<Seat> = None;
        for seat in self.in_turn().filter(|&seat| self.hands[seat].is_royal()) {
            if winner.is_none_or(|best| self.totals[seat] > self.totals[best]) {
                winner = Some(seat);
            }
        }
        let Some(seat) = winner else { return false };
        let award = Award::Royal { seat };
        self.awards[self.exchange_index()] = Some(award);
        let (number, totals) = (self.exchange, self.shown_totals());
        listener.emit(Audience::All, || Event::HandPaid { number, award, totals });
        self.end_game(SeatSet::only(seat), Ending::RoyalFlush, listener);
        true
    }
}
