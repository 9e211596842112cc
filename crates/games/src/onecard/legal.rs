//! What a player may do, and why not.

use cards::{Card, CardSet, Suit};
use game::Seat;

use super::follow::{follow, is_answer, matching};
use super::{Action, OneCard, Refusal};

impl OneCard {
    /// The cards of the hand that may be laid now.
    #[inline]
    pub(super) fn firsts(&self, seat: Seat) -> CardSet {
        if self.choosing {
            return self.drawn_card();
        }
        if self.laid > 0 {
            return CardSet::rank(self.piles.top().rank()) & self.hands[seat].any();
        }
        follow(self.piles.top(), self.attack > 0, self.options.redirect) & self.hands[seat].any()
    }

    /// The card just drawn. Apart, so that the usual case stays short.
    #[cold]
    fn drawn_card(&self) -> CardSet {
        self.piles.drawn().iter().copied().collect()
    }

    /// Whether the player to act may draw.
    #[inline]
    pub(super) fn may_draw(&self, seat: Seat) -> bool {
        !self.choosing
            && self.laid == 0
            && (self.attack > 0 || self.options.may_draw || self.firsts(seat).is_empty())
    }

    /// What the player to act can do: cards in display order, then cards to go on from, then draw or keep.
    #[inline]
    pub(super) fn list_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        let firsts = self.firsts(seat);
        for card in firsts {
            out.push(Action::Play(card));
        }
        if self.options.multi {
            out.extend(firsts.iter().filter(|&card| self.has_another(seat, card)).map(Action::Lay));
        }
        if self.choosing {
            out.push(Action::Keep);
        } else if self.laid == 0 && (self.attack > 0 || self.options.may_draw || firsts.is_empty()) {
            out.push(Action::Draw);
        }
    }

    /// Whether the hand holds one more card of this card's rank.
    fn has_another(&self, seat: Seat, card: Card) -> bool {
        let hand = &self.hands[seat];
        let count: u32 = Suit::ALL.into_iter().map(|suit| hand.count(Card::new(card.rank(), suit))).sum();
        count > 1
    }

    #[inline]
    pub(super) fn check_legal(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Play(card) if self.firsts(seat).contains(card) => Ok(()),
            Action::Play(card) => Err(self.why_not(seat, card)),
            Action::Lay(_) if !self.options.multi => Err(Refusal::OneCardATurn),
            Action::Lay(card) if !self.firsts(seat).contains(card) => Err(self.why_not(seat, card)),
            Action::Lay(card) if !self.has_another(seat, card) => Err(Refusal::LastOfItsRank { card }),
            Action::Lay(_) => Ok(()),
            Action::Draw if self.may_draw(seat) => Ok(()),
            Action::Draw | Action::Keep if self.laid > 0 => Err(self.must_go_on()),
            Action::Draw if self.choosing => Err(Refusal::PlayItOrKeepIt),
            Action::Draw => Err(Refusal::MustPlay { top: self.piles.top() }),
            Action::Keep if self.choosing => Ok(()),
            Action::Keep => Err(Refusal::NothingToKeep),
        }
    }

    fn must_go_on(&self) -> Refusal {
        Refusal::MustGoOn { top: self.piles.top() }
    }

    /// The rule that forbids to lay this card.
    #[cold]
    fn why_not(&self, seat: Seat, card: Card) -> Refusal {
        let top = self.piles.top();
        if !self.hands[seat].any().contains(card) {
            return Refusal::NotInHand { card };
        }
        if self.choosing {
            return Refusal::PlayItOrKeepIt;
        }
        if self.laid > 0 {
            return self.must_go_on();
        }
        match self.attack {
            0 => Refusal::MustFollow { top },
            cards if !is_answer(card.rank()) => Refusal::UnderAttack { cards, top },
            _ if matching(top).contains(card) => Refusal::RedirectNeedsSuit { top },
            _ => Refusal::AnswerMustFollow { top, redirect: self.options.redirect },
        }
    }
}
