//! What the seat knows of cards that were given back or shown.

use cards::{Card, CardSet};
use game::{PerSeat, Rng, Seat, SeenOf, below};

use super::super::{CHICAGO_MAX_SEATS, Chicago, EXCHANGES, HAND_SIZE, OpenCard, Phase};
use super::{played_by, void_of};

type ByExchange<T> = [PerSeat<T, CHICAGO_MAX_SEATS>; EXCHANGES];

/// Where cards are that the seat has seen in this round.
pub(super) struct SeenCards {
    /// On the returned pile.
    pub(super) returned: CardSet,
    /// On no pile: thrown or turned up in an exchange that is not finished.
    pub(super) between: CardSet,
    /// Taken face up by others and still held.
    pub(super) held: PerSeat<CardSet, CHICAGO_MAX_SEATS>,
    /// Taken face up by others and thrown later.
    pub(super) thrown: ByExchange<CardSet>,
    /// How many cards taken face up were kept in each exchange.
    kept: ByExchange<u8>,
}

/// How many exchanges of this round are finished: what was thrown in them has been returned.
pub(super) fn finished_exchanges(view: &SeenOf<Chicago>) -> usize {
    let under_way = matches!(view.phase, Phase::Exchange | Phase::OpenCard);
    usize::from(view.exchange) - usize::from(under_way)
}

/// The first exchange, from 0, whose thrown cards have not been shuffled into the deck again.
pub(super) fn first_still_returned(view: &SeenOf<Chicago>) -> usize {
    usize::from(view.reshuffled.unwrap_or(1)) - 1
}

impl SeenCards {
    pub(super) fn to(own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) -> Self {
        let mut known = Self {
            returned: CardSet::EMPTY,
            between: CardSet::EMPTY,
            held: PerSeat::new(view.seats),
            thrown: [PerSeat::new(view.seats); EXCHANGES],
            kept: [PerSeat::new(view.seats); EXCHANGES],
        };
        for (index, &cards) in view.thrown.iter().enumerate() {
            known.give_back(index, cards, view);
        }
        let mut taken_by_others = Vec::new();
        for &open in &view.open_cards {
            match open.taken {
                Some(true) if open.seat != own => taken_by_others.push(open),
                Some(true) => {}
                Some(false) => {
                    known.give_back(usize::from(open.exchange) - 1, CardSet::only(open.card), view);
                }
                None => known.between.insert(open.card),
            }
        }
        // What was played was kept; of the rest the cards taken last have the fewest ways.
        let played = played_by(view);
        let (certain, open): (Vec<_>, Vec<_>) =
            taken_by_others.into_iter().partition(|open| played[open.seat].contains(open.card));
        for OpenCard { exchange, seat, .. } in certain {
            (usize::from(exchange)..EXCHANGES).for_each(|index| known.kept[index][seat] += 1);
        }
        for open in open.into_iter().rev().filter(|open| !seen_elsewhere(open, own, view)) {
            let full = played[open.seat].len() + known.held[open.seat].len() >= HAND_SIZE;
            known.follow(open, full || void_of(view)[open.seat].contains(open.card), view, rng);
        }
        known
    }

    fn give_back(&mut self, index: usize, cards: CardSet, view: &SeenOf<Chicago>) {
        if index >= finished_exchanges(view) {
            self.between = self.between | cards;
        } else if index >= first_still_returned(view) {
            self.returned = self.returned | cards;
        }
    }

    /// Where a card is now that somebody took face up: in that hand, unless it was thrown in a later exchange.
    /// It must have been if the hand has no room for it, or did not follow its suit.
    fn follow(&mut self, open: OpenCard, must_go: bool, view: &SeenOf<Chicago>, rng: &mut impl Rng) {
        let OpenCard { exchange: taken_in, seat, card, .. } = open;
        let later = usize::from(taken_in)..view.changed.len();
        let room = |known: &Self, index: usize| {
            usize::from(view.changed[index][seat]).saturating_sub(known.thrown[index][seat].len())
        };
        let choices = later.clone().filter(|&index| room(self, index) > 0).count() as u32;
        let mut forced = if must_go { Some(below(rng, choices)) } else { None };
        for index in later.clone().filter(|&index| room(self, index) > 0).collect::<Vec<_>>() {
            let changed = view.changed[index][seat];
            let full = usize::from(self.kept[index][seat] + changed) >= HAND_SIZE;
            let thrown = match &mut forced {
                Some(0) => true,
                Some(steps) => {
                    *steps -= 1;
                    false
                }
                None => full || below(rng, HAND_SIZE as u32) < u32::from(changed),
            };
            if thrown {
                // What was shuffled into the deck since can be anywhere.
                if index >= first_still_returned(view) {
                    self.thrown[index][seat].insert(card);
                    self.give_back(index, CardSet::only(card), view);
                }
                return;
            }
        }
        later.for_each(|index| self.kept[index][seat] += 1);
        self.held[seat].insert(card);
    }
}

/// Whether the card has come to light again after it was taken: then it was thrown and dealt again.
fn seen_elsewhere(open: &OpenCard, own: Seat, view: &SeenOf<Chicago>) -> bool {
    let card: Card = open.card;
    let own_hand = view.hand.iter().flatten().flatten().any(|&mine| mine == card);
    let own_thrown = view.thrown.iter().skip(usize::from(open.exchange)).any(|thrown| thrown.contains(card));
    let opened = view.open_cards.iter().any(|later| later.card == card && later.exchange > open.exchange);
    let played = played_by(view).iter().any(|(seat, played)| seat != open.seat && played.contains(card));
    own_hand || own_thrown || opened || played || open.seat == own
}
