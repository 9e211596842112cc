//! Six Card Golf: the largest expected gain now.
//!
//! A hidden card is taken for the mean of the cards not seen yet, and a column with one card known is worth a
//! little less than its sum, because it may still become a pair: the more copies of the rank are about, the
//! likelier. The discard is taken when it gains at least what the stock gains on average.

mod estimate;
#[cfg(test)]
mod tests;

use game::{FastRng, Seat};
use games::cards::Card;
use games::golf::layout::{Faces, Place};
use games::golf::{Action, EndRule, Golf, GolfOptions, Seen, Source, Steal, TwoPlaces, ViewPhase};

use self::estimate::{Estimate, Taste};
use crate::{BotInput, Heuristic};

impl Heuristic for Golf {
    fn heuristic(input: BotInput<'_, Self>, _: &mut FastRng) -> Action {
        let BotInput { options, seat, view, .. } = input;
        let player = Player::new(options, seat, view);
        let choice = match view.phase {
            ViewPhase::Reveal => {
                // Two columns with one card known each can both become pairs.
                Some(Action::Reveal(TwoPlaces::new(Place::ALL[0], Place::ALL[1])))
            }
            ViewPhase::Take => Some(player.take()),
            ViewPhase::Holding => player.place_held(),
            ViewPhase::TurnOne => player.turn_one(),
            ViewPhase::Over => None,
        };
        // Only a view that no table makes leaves nothing to choose from.
        choice
            .filter(|choice| view.legal.contains(choice))
            .or_else(|| view.legal.first().copied())
            .unwrap_or(Action::TakeStock)
    }

    /// Only steals can be very many: they are compared with each other, and everything else is always searched.
    fn heuristic_scores(input: BotInput<'_, Self>, _: &mut FastRng) -> Vec<f64> {
        let BotInput { options, seat, view, .. } = input;
        let player = Player::new(options, seat, view);
        let score = |action: &Action| match action {
            Action::Steal(steal) => player.steal_gain(*steal),
            _ => f64::INFINITY,
        };
        view.legal.iter().map(score).collect()
    }
}

/// From this turn on a hidden card is turned sooner than points alone advise: where nobody wants to turn the last
/// card, the table would wait for the cap.
const PATIENT_TURNS: f64 = 15.0;
/// How many points each further turn adds to that.
const IMPATIENCE: f64 = 0.15;
/// Where the first player out ends the round: how much of the lead over the best other layout counts.
const LEAD: f64 = 0.15;

struct Player<'a> {
    options: &'a GolfOptions,
    seat: Seat,
    view: &'a Seen,
    own: Faces,
    unseen: Vec<Card>,
    estimate: Estimate,
}

impl<'a> Player<'a> {
    fn new(options: &'a GolfOptions, seat: Seat, view: &'a Seen) -> Self {
        let unseen = view.unseen(options.packs.get());
        let taste = match (options.end_rule, view.last_turns) {
            (_, Some(_)) => Taste::LAST_TURN,
            (EndRule::All, None) => Taste::PATIENT,
            (EndRule::FirstOut | EndRule::FirstOutPlusOne, None) => Taste::RACE,
        };
        let estimate = Estimate::new(options.values, taste, &unseen, &view.stock_cards);
        let own = view.layouts.get(seat).copied().unwrap_or_default();
        Self { options, seat, view, own, unseen, estimate }
    }

    /// From the stock, from the discard pile, or from another player.
    fn take(&self) -> Action {
        let mut best = (self.stock_gain(), Action::TakeStock);
        if !self.view.legal.contains(&Action::TakeStock) {
            best.0 = f64::NEG_INFINITY;
        }
        if let Some(card) = self.view.discard() {
            let (gain, _) = self.best_place(card);
            if gain >= best.0 {
                best = (gain, Action::TakeDiscard);
            }
        }
        for &action in &self.view.legal {
            if let Action::Steal(steal) = action {
                let gain = self.steal_gain(steal);
                if gain > best.0 {
                    best = (gain, action);
                }
            }
        }
        best.1
    }

    /// Where the held card goes; a stock card that gains nothing is thrown away.
    fn place_held(&self) -> Option<Action> {
        let held = self.view.held?;
        let (gain, place) = self.best_place(held.card?);
        if held.source == Source::Stock && gain <= self.throw_gain() {
            return Some(Action::ThrowAway);
        }
        Some(Action::Swap(place))
    }

    /// Turns a card of a column that is still hidden, because it reveals most.
    fn turn_one(&self) -> Option<Action> {
        let hidden = |place: &Place| self.own[place.index()].is_none();
        let both_hidden = |place: &Place| hidden(place) && hidden(&place.partner());
        let place = Place::ALL.into_iter().find(both_hidden);
        place.or_else(|| Place::ALL.into_iter().find(hidden)).map(Action::Turn)
    }

    /// The place where this card gains most, and how much.
    fn best_place(&self, card: Card) -> (f64, Place) {
        let now = self.estimate.layout(&self.own);
        let gains = Place::ALL.map(|place| {
            let after = with(&self.own, place, card);
            let turned = self.own[place.index()].is_none();
            (now - self.estimate.layout(&after) + self.tempo(turned, &after), place)
        });
        gains.into_iter().fold(
            (f64::NEG_INFINITY, Place::ALL[0]),
            |best, gain| {
                if gain.0 > best.0 { gain } else { best }
            },
        )
    }

    /// What a card from the stock gains on average: a bad one is thrown away.
    fn stock_gain(&self) -> f64 {
        let pool = if self.view.new_stocks > 0 { &self.view.stock_cards } else { &self.unseen };
        // Cards of one rank gain the same.
        let mut ranks = [(0.0, None); 13];
        for &card in pool {
            let (count, example) = &mut ranks[card.rank() as usize];
            *count += 1.0;
            *example = Some(card);
        }
        let throw = self.throw_gain();
        let gains = ranks.into_iter().filter_map(|(count, example)| {
            let (gain, _) = self.best_place(example?);
            Some(count * gain.max(throw))
        });
        gains.sum::<f64>() / (pool.len().max(1) as f64)
    }

    /// Throwing a card away gains nothing, unless it turns the last hidden card where that counts.
    fn throw_gain(&self) -> f64 {
        let hidden = self.own.iter().filter(|face| face.is_none()).count();
        if self.options.flip_on_discard && hidden == 1 {
            self.lead(self.estimate.layout(&self.own))
        } else {
            0.0
        }
    }

    /// The own gain, and what it costs the victim, who is one of several to beat.
    fn steal_gain(&self, Steal { from, card, own }: Steal) -> f64 {
        let Some(victim) = self.view.layouts.get(from) else { return f64::NEG_INFINITY };
        let Some(stolen) = victim[card.index()] else { return f64::NEG_INFINITY };
        let mine = with(&self.own, own, stolen);
        let gain = self.estimate.layout(&self.own) - self.estimate.layout(&mine) + self.tempo(true, &mine);
        let partner = victim[card.partner().index()];
        let harm = self.estimate.column(partner, None) - self.estimate.column(partner, Some(stolen));
        gain + harm / f64::from(self.view.layouts.seats().saturating_sub(1).max(1))
    }

    /// What turning a hidden card is worth besides the points.
    fn tempo(&self, turned: bool, after: &Faces) -> f64 {
        if !turned {
            return 0.0;
        }
        let turns_each = f64::from(self.view.turns) / f64::from(self.view.layouts.seats().max(1));
        let haste = IMPATIENCE * (turns_each - PATIENT_TURNS).max(0.0);
        let out = after.iter().all(Option::is_some);
        haste + if out { self.lead(self.estimate.sum(after)) } else { 0.0 }
    }

    /// What going out with this many points is worth.
    fn lead(&self, points: f64) -> f64 {
        if self.options.end_rule == EndRule::All || self.view.last_turns.is_some() {
            return 0.0;
        }
        let others = self.view.layouts.iter().filter(|(seat, _)| *seat != self.seat);
        let best_other = others.map(|(_, faces)| self.estimate.layout(faces)).fold(f64::INFINITY, f64::min);
        LEAD * (best_other - points)
    }
}

fn with(faces: &Faces, place: Place, card: Card) -> Faces {
    let mut after = *faces;
    after[place.index()] = Some(card);
    after
}
