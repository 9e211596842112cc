//! Simple players of Six Card Golf: each takes what gains most by its own idea of what cards are worth.

use game::FastRng;
use games::cards::Card;
use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, GolfOptions, Seen, Source, TwoPlaces, ViewPhase};

use crate::{Bot, BotInput, Budget};

/// When the last hidden card may be turned.
#[derive(Clone, Copy)]
enum LastCard {
    /// Whenever it gains.
    Any,
    /// When all six count at most this much then.
    AtMost(i32),
    /// When the own cards count less than every other player's open ones.
    Ahead,
    /// Never of the own free will.
    Never,
}

/// A player's idea of the game.
#[derive(Clone, Copy)]
struct Style {
    /// What a hidden card is taken to count.
    hidden: f64,
    /// How much less a column counts that can still become a pair.
    hope: f64,
    /// The discard is taken if it gains at least this much.
    take: f64,
    /// A card from the stock is kept if it gains at least this much.
    keep: f64,
    last: LastCard,
    /// Whether the first two cards are turned in one column.
    one_column: bool,
}

/// The player of this name.
pub(crate) fn player(name: &str) -> Option<Box<dyn Bot<Golf>>> {
    let plain =
        Style { hidden: 4.8, hope: 0.0, take: 2.0, keep: 0.5, last: LastCard::Any, one_column: false };
    let style = match name {
        "golf-plain" => plain,
        "golf-pairs" => Style { hope: 1.5, take: 2.5, ..plain },
        "golf-waiter" => Style { hope: 1.0, take: 1.5, last: LastCard::AtMost(2), ..plain },
        "golf-hasty" => Style { hidden: 7.0, take: 3.0, ..plain },
        "golf-columns" => Style { one_column: true, hope: 0.5, take: 3.0, keep: 1.0, ..plain },
        "golf-careful" => Style { hope: 1.0, take: 3.0, keep: 0.1, last: LastCard::Ahead, ..plain },
        "golf-low" => Style { hidden: 3.5, take: 1.0, keep: 0.1, ..plain },
        "golf-patient" => Style { hope: 2.0, take: 2.0, keep: 0.1, last: LastCard::Never, ..plain },
        _ => return None,
    };
    Some(Box::new(style))
}

impl Bot<Golf> for Style {
    fn choose(&mut self, input: BotInput<'_, Golf>, _: &mut FastRng, _: Budget<'_>) -> Action {
        let BotInput { options, seat, view, .. } = input;
        let own = view.layouts.get(seat).copied().unwrap_or_default();
        let seen = Sight { style: *self, options, view, own, ahead_of: best_other(options, input) };
        let wish = match view.phase {
            ViewPhase::Reveal => {
                let second = if self.one_column { Place::ALL[3] } else { Place::ALL[1] };
                Some(Action::Reveal(TwoPlaces::new(Place::ALL[0], second)))
            }
            ViewPhase::Take => {
                let gain = view.discard().map_or(f64::NEG_INFINITY, |card| seen.best_place(card).0);
                Some(if gain >= self.take { Action::TakeDiscard } else { Action::TakeStock })
            }
            ViewPhase::Holding => view.held.and_then(|held| {
                let (gain, place) = seen.best_place(held.card?);
                let thrown = held.source == Source::Stock && gain < self.keep;
                Some(if thrown { Action::ThrowAway } else { Action::Swap(place) })
            }),
            ViewPhase::TurnOne | ViewPhase::Over => {
                Place::ALL.into_iter().rev().find(|place| own[place.index()].is_none()).map(Action::Turn)
            }
        };
        wish.filter(|wish| view.legal.contains(wish)).unwrap_or(view.legal[0])
    }
}

struct Sight<'a> {
    style: Style,
    options: &'a GolfOptions,
    view: &'a Seen,
    own: Faces,
    /// The fewest points that another player shows.
    ahead_of: i32,
}

impl Sight<'_> {
    fn column(&self, above: Option<Card>, below: Option<Card>) -> f64 {
        let points = |card: Card| f64::from(self.options.values.points(card.rank()));
        match (above, below) {
            (None, None) => 2.0 * self.style.hidden,
            (Some(card), None) | (None, Some(card)) => {
                points(card) + self.style.hidden - if points(card) > 0.0 { self.style.hope } else { 0.0 }
            }
            (Some(above), Some(below)) if above.rank() == below.rank() => 0.0,
            (Some(above), Some(below)) => points(above) + points(below),
        }
    }

    fn total(&self, faces: &Faces) -> f64 {
        (0..3).map(|column| self.column(faces[column], faces[column + 3])).sum()
    }

    /// Where a card gains most, and how much.
    fn best_place(&self, card: Card) -> (f64, Place) {
        let hidden = self.own.iter().filter(|face| face.is_none()).count();
        let now = self.total(&self.own);
        let mut best = (f64::NEG_INFINITY, Place::ALL[0]);
        for place in Place::ALL {
            let mut after = self.own;
            after[place.index()] = Some(card);
            let total = self.total(&after);
            let turns_last = hidden == 1 && self.own[place.index()].is_none();
            let gain = if turns_last && !self.may_end(total) { -100.0 } else { now - total };
            if gain > best.0 {
                best = (gain, place);
            }
        }
        best
    }

    fn may_end(&self, total: f64) -> bool {
        // In the last turns nothing is gained by waiting.
        self.view.last_turns.is_some()
            || match self.style.last {
                LastCard::Any => true,
                LastCard::AtMost(points) => total <= f64::from(points),
                LastCard::Ahead => total < f64::from(self.ahead_of),
                LastCard::Never => false,
            }
    }
}

fn best_other(options: &GolfOptions, input: BotInput<'_, Golf>) -> i32 {
    let points = |card: Option<Card>| card.map_or(0, |card| options.values.points(card.rank()));
    let column = |above: Option<Card>, below: Option<Card>| match (above, below) {
        (Some(one), Some(other)) if one.rank() == other.rank() => 0,
        _ => points(above) + points(below),
    };
    let shown = |faces: &Faces| (0..3).map(|place| column(faces[place], faces[place + 3])).sum();
    let others = input.view.layouts.iter().filter(|(seat, _)| *seat != input.seat);
    others.map(|(_, faces)| shown(faces)).min().unwrap_or_default()
}
