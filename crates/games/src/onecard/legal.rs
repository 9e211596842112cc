//! What a player may do, and why not.

use cards::{Card, CardSet, Rank, Suit};
use game::Seat;

use super::follow::{follow, is_answer, matching};
use super::{Action, OneCard, Refusal, Several};

impl OneCard {
    /// The cards of the hand that may be laid now.
    #[inline]
    pub(super) fn firsts(&self, seat: Seat) -> CardSet {
        if self.choosing {
            return self.drawn_card();
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
        !self.choosing && (self.attack > 0 || self.options.may_draw || self.firsts(seat).is_empty())
    }

    /// What the player to act can do: cards in display order, then several cards, then draw or keep.
    #[inline]
    pub(super) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let firsts = self.firsts(seat);
        for card in firsts {
            out.push(Action::Play(card));
        }
        if self.options.multi {
            self.list_several(seat, firsts, out);
        }
        if self.choosing {
            out.push(Action::Keep);
        } else if self.attack > 0 || self.options.may_draw || firsts.is_empty() {
            out.push(Action::Draw);
        }
    }

    /// Every bag of cards of one rank with every card that can be its top, if one that lies under it fits.
    fn list_several(&self, seat: Seat, firsts: CardSet, out: &mut Vec<Action>) {
        let hand = &self.hands[seat];
        for rank in Rank::ALL {
            if (firsts & CardSet::rank(rank)).is_empty() {
                continue;
            }
            let held = Suit::ALL.map(|suit| hand.count(Card::new(rank, suit)) as u8);
            let mut under = [0; 4];
            // Counts through all bags as a clock does, the first suit fastest.
            while let Some(suit) = (0..4).find(|&suit| under[suit] < held[suit]) {
                under[suit] += 1;
                under[..suit].fill(0);
                let fits = |suit: Suit| under[suit as usize] > 0 && firsts.contains(Card::new(rank, suit));
                if Suit::ALL.into_iter().any(fits) {
                    let tops =
                        Suit::ALL.into_iter().filter(|&suit| under[suit as usize] < held[suit as usize]);
                    out.extend(
                        tops.map(|suit| Action::PlaySeveral(Several::of(Card::new(rank, suit), under))),
                    );
                }
            }
        }
    }

    #[inline]
    pub(super) fn check_action(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Play(card) if self.firsts(seat).contains(card) => Ok(()),
            Action::Play(card) => Err(self.why_not(seat, card)),
            Action::PlaySeveral(several) => self.check_several(seat, several),
            Action::Draw if self.may_draw(seat) => Ok(()),
            Action::Draw if self.choosing => Err(Refusal::PlayItOrKeepIt),
            Action::Draw => Err(Refusal::MustPlay { top: self.piles.top() }),
            Action::Keep if self.choosing => Ok(()),
            Action::Keep => Err(Refusal::NothingToKeep),
        }
    }

    fn check_several(&self, seat: Seat, several: Several) -> Result<(), Refusal> {
        if !self.options.multi {
            return Err(Refusal::OneCardATurn);
        }
        let hand = &self.hands[seat];
        for card in Suit::ALL.map(|suit| several.card(suit)) {
            let (laid, held) = (several.copies(card.suit()), hand.count(card));
            if laid > held {
                return Err(if held == 0 {
                    Refusal::NotInHand { card }
                } else {
                    Refusal::NotSoMany { card }
                });
            }
        }
        let under = several.under();
        if (under & self.firsts(seat)).is_empty() {
            return Err(match self.why_not(seat, under.first().unwrap_or(several.top())) {
                Refusal::MustFollow { top } => Refusal::FirstMustFollow { top },
                other => other,
            });
        }
        Ok(())
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
        match self.attack {
            0 => Refusal::MustFollow { top },
            cards if !is_answer(card.rank()) => Refusal::UnderAttack { cards, top },
            _ if matching(top).contains(card) => Refusal::RedirectNeedsSuit { top },
            _ => Refusal::AnswerMustFollow { top, redirect: self.options.redirect },
        }
    }
}
