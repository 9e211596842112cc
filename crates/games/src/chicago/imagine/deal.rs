//! Dealing the cards that the seat has not seen.

use cards::{Card, CardSet};
use game::{PerSeat, Rng, Seat, SeatSet, SeenOf, shuffle};

use super::super::{CHICAGO_MAX_SEATS, Chicago, HAND_SIZE, Hand, Phase};
use super::past::{SeenCards, finished_exchanges, first_still_returned};
use super::{played_by, take, void_of};

/// What the seat has not seen, and what it knows of the rest.
pub(super) struct Hidden {
    known: SeenCards,
    played: PerSeat<CardSet, CHICAGO_MAX_SEATS>,
    /// The unseen cards, shuffled.
    pool: Vec<Card>,
}

impl Hidden {
    pub(super) fn around(own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) -> Self {
        let known = SeenCards::to(own, view, rng);
        let played = played_by(view);
        let mut seen: CardSet = view.hand.iter().flatten().flatten().copied().collect();
        seen = seen | known.returned | known.between;
        for seat in Seat::all(view.seats) {
            seen = seen | played[seat] | known.held[seat];
        }
        let mut pool: Vec<_> = (!seen).iter().collect();
        shuffle(rng, &mut pool);
        Self { known, played, pool }
    }

    /// Puts every card somewhere.
    pub(super) fn fill(mut self, world: &mut Chicago, own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) {
        let undecided = undecided(view);
        let needs = PerSeat::<usize, CHICAGO_MAX_SEATS>::from_fn(view.seats, |seat| {
            let certain = self.played[seat].len() + self.known.held[seat].len();
            let gone = usize::from(undecided.contains(seat));
            if seat == own { 0 } else { HAND_SIZE.saturating_sub(certain + gone) }
        });
        let dealt = allot(&mut self.pool, &needs, &void_of(view));
        self.fill_thrown(world, own, view, rng);
        for seat in Seat::all(view.seats) {
            let thrown =
                view.changed.last().map_or(CardSet::EMPTY, |_| world.thrown[world.exchange_index()][seat]);
            let gone = if undecided.contains(seat) { thrown } else { self.played[seat] };
            world.hands[seat] = match view.hand {
                Some(slots) if seat == own => own_hand(slots, gone),
                _ => other_hand(gone, self.known.held[seat] | dealt[seat]),
            };
        }
        debug_assert_eq!(self.pool.len(), usize::from(view.deck), "every unseen card has its place");
        world.deck = self.pool.into_iter().collect();
    }

    /// What was thrown: certain for the seat itself, unseen cards for the others.
    fn fill_thrown(&mut self, world: &mut Chicago, own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) {
        world.returned = self.known.returned;
        for (index, &cards) in view.thrown.iter().enumerate() {
            world.thrown[index][own] = cards;
        }
        for (index, changed) in view.changed.iter().enumerate() {
            // Cards that were shuffled into the deck again can be any, and may be in a hand now.
            let mut anything = self.pool.clone();
            shuffle(rng, &mut anything);
            for seat in Seat::all(view.seats).filter(|&seat| seat != own) {
                let certain = self.known.thrown[index][seat];
                let count = usize::from(changed[seat]).saturating_sub(certain.len());
                let still_out = index >= first_still_returned(view);
                let source = if still_out { &mut self.pool } else { &mut anything };
                let cards = take(source, count).into_iter().collect::<CardSet>() | certain;
                world.thrown[index][seat] = cards;
                if still_out && index < finished_exchanges(view) {
                    world.returned = world.returned | cards;
                }
            }
        }
    }
}

/// Who has changed exactly one card in this exchange and has not got the new one yet.
fn undecided(view: &SeenOf<Chicago>) -> SeatSet {
    let (Phase::OpenCard, Some(changed)) = (view.phase, view.changed.last()) else { return SeatSet::EMPTY };
    let decided = |seat: Seat| {
        let of_seat =
            view.open_cards.iter().filter(|open| open.exchange == view.exchange && open.seat == seat);
        of_seat.clone().any(|open| open.taken.is_some())
    };
    Seat::all(view.seats).filter(|&seat| changed[seat] == 1 && !decided(seat)).collect()
}

/// The own hand; cards that are gone fill the empty places.
fn own_hand(slots: [Option<Card>; HAND_SIZE], gone: CardSet) -> Hand {
    let mut hand = Hand { held: slots.into_iter().flatten().collect(), ..Hand::default() };
    let mut gone = gone.iter();
    for (place, card) in hand.slots.iter_mut().zip(slots) {
        if let Some(card) = card.or_else(|| gone.next()) {
            *place = card;
        }
    }
    hand
}

fn other_hand(gone: CardSet, held: CardSet) -> Hand {
    let mut hand = Hand { held, ..Hand::default() };
    for (place, card) in hand.slots.iter_mut().zip(gone.iter().chain(held)) {
        *place = card;
    }
    hand
}

/// Deals this many cards of the pool to each seat, none that the seat cannot hold.
fn allot(
    pool: &mut Vec<Card>,
    needs: &PerSeat<usize, CHICAGO_MAX_SEATS>,
    void: &PerSeat<CardSet, CHICAGO_MAX_SEATS>,
) -> PerSeat<CardSet, CHICAGO_MAX_SEATS> {
    let mut dealt = PerSeat::<CardSet, CHICAGO_MAX_SEATS>::new(needs.seats());
    let mut order: Vec<_> = Seat::all(needs.seats()).collect();
    order.sort_by_key(|&seat| std::cmp::Reverse(void[seat].len()));
    for seat in order {
        for _ in 0..needs[seat] {
            let card = find_for(seat, SeatSet::only(seat), pool, &mut dealt, void).or_else(|| pool.pop());
            if let Some(card) = card {
                dealt[seat].insert(card);
            }
        }
    }
    dealt
}

/// A card that the seat can hold: from the pool, or else from another hand that finds a new one for it.
///
/// Some deal satisfies all seats, because the true one does; so this finds a card.
fn find_for(
    seat: Seat,
    asked: SeatSet,
    pool: &mut Vec<Card>,
    dealt: &mut PerSeat<CardSet, CHICAGO_MAX_SEATS>,
    void: &PerSeat<CardSet, CHICAGO_MAX_SEATS>,
) -> Option<Card> {
    if let Some(place) = pool.iter().position(|&card| !void[seat].contains(card)) {
        return Some(pool.swap_remove(place));
    }
    for other in Seat::all(dealt.seats()).filter(|&other| !asked.contains(other)) {
        let Some(card) = (dealt[other] - void[seat]).first() else { continue };
        if let Some(substitute) = find_for(other, asked.with(other), pool, dealt, void) {
            dealt[other].remove(card);
            dealt[other].insert(substitute);
            return Some(card);
        }
    }
    None
}
