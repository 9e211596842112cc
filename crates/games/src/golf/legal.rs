//! What is allowed.

use arrayvec::ArrayVec;
use game::Seat;

use super::action::{Action, Steal, TwoPlaces};
use super::layout::{CARDS, Place};
use super::refusal::Refusal;
use super::view::Source;
use super::{Golf, Phase, steal};

impl Golf {
    /// Whether there is a stock card, or enough discards to make a stock of.
    pub(super) const fn can_take_stock(&self) -> bool {
        !self.stock.is_empty() || self.discards.len() > 1
    }

    pub(super) fn list_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Reveal(waiting) if waiting.contains(seat) => {
                out.extend(TwoPlaces::DIFFERENT.map(Action::Reveal));
            }
            Phase::Take if seat == self.mover => {
                if self.can_take_stock() {
                    out.push(Action::TakeStock);
                }
                if !self.discards.is_empty() {
                    out.push(Action::TakeDiscard);
                }
                if self.options.steal {
                    self.list_steals(seat, out);
                }
            }
            Phase::Holding { source, .. } if seat == self.mover => {
                out.extend(Place::ALL.map(Action::Swap));
                if source == Source::Stock || self.options.peers {
                    out.push(Action::ThrowAway);
                }
            }
            Phase::TurnOne if seat == self.mover => {
                out.extend(self.layout(seat).hidden().map(Action::Turn));
            }
            _ => {}
        }
    }

    fn list_steals(&self, seat: Seat, out: &mut Vec<Action>) {
        // There can be hundreds of steals: a list of known length is copied fastest.
        let own_hidden: ArrayVec<Place, CARDS> = self.layout(seat).hidden().collect();
        for (from, victim) in self.layouts.iter().filter(|(from, _)| *from != seat) {
            for card in Place::ALL.into_iter().filter(|&card| victim.is_up(card)) {
                out.extend(own_hidden.iter().map(|&own| Action::Steal(Steal { from, card, own })));
            }
        }
    }

    /// The rule that forbids the action to a seat that is to act.
    #[inline]
    pub(super) fn check_legal(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match (self.phase, action) {
            (Phase::Reveal(_), Action::Reveal(two)) => {
                let [lower, higher] = two.places();
                if lower == higher { Err(Refusal::SameCardTwice) } else { Ok(()) }
            }
            (Phase::Reveal(_), _) => Err(Refusal::RevealFirst),
            (_, Action::Reveal(_)) => Err(Refusal::RevealIsOver),

            (Phase::TurnOne, Action::Turn(place)) if self.layout(seat).is_up(place) => {
                Err(Refusal::AlreadyFaceUp(place))
            }
            (Phase::TurnOne, Action::Turn(_)) => Ok(()),
            (Phase::TurnOne, _) => Err(Refusal::TurnOneFirst),
            (_, Action::Turn(_)) => Err(Refusal::NothingToTurn),

            (Phase::Holding { source: Source::Discard, .. }, Action::ThrowAway) if !self.options.peers => {
                Err(Refusal::DiscardMustBeSwapped)
            }
            (Phase::Holding { .. }, Action::Swap(_) | Action::ThrowAway) => Ok(()),
            (Phase::Holding { .. }, Action::TakeStock | Action::TakeDiscard | Action::Steal(_)) => {
                Err(Refusal::CardInHand)
            }

            (Phase::Take | Phase::Over, Action::Swap(_) | Action::ThrowAway) => Err(Refusal::TakeFirst),
            (Phase::Take | Phase::Over, Action::TakeStock) => {
                if self.can_take_stock() {
                    Ok(())
                } else {
                    Err(Refusal::StockIsEmpty)
                }
            }
            (Phase::Take | Phase::Over, Action::TakeDiscard) => {
                if self.discards.is_empty() {
                    Err(Refusal::DiscardPileIsEmpty)
                } else {
                    Ok(())
                }
            }
            (Phase::Take | Phase::Over, Action::Steal(steal)) => self.refuse_steal(seat, steal),
        }
    }

    fn refuse_steal(&self, seat: Seat, Steal { from, card, own }: Steal) -> Result<(), Refusal> {
        if !self.options.steal {
            return Err(Refusal::StealingIsOff);
        }
        if from == seat {
            return Err(Refusal::StealFromYourself);
        }
        let victim = self.layouts.get(from).ok_or(Refusal::NoSuchPlayer)?;
        steal::check(self.layout(seat), own, victim, card)
    }
}
