//! Worlds as they could be, given what one seat knows.

mod deal;
mod past;

use cards::{Card, CardSet};
use game::{Chance, PerSeat, Rng, Seat, SeatSet, SeenOf, below};

use super::exchange::Opened;
use super::round::EndedRound;
use super::{
    CHICAGO_MAX_SEATS, Chicago, ChicagoOptions, EXCHANGES, HAND_SIZE, OpenCard, Phase, Trick, TrickView,
};

/// A world that looks to the seat like this view.
pub(super) fn world(
    options: &ChicagoOptions,
    seat: Seat,
    view: &SeenOf<Chicago>,
    rng: &mut impl Rng,
) -> Chicago {
    let mut world = Chicago::blank(options, view.seats, Chance::imagined(rng));
    copy_what_lies_open(&mut world, view);
    let hidden = deal::Hidden::around(seat, view, rng);
    hidden.fill(&mut world, seat, view, rng);
    seal_choices(&mut world, seat, view, rng);
    seal_calls(&mut world, seat, view, rng);
    world
}

fn copy_what_lies_open(world: &mut Chicago, view: &SeenOf<Chicago>) {
    world.round = view.round;
    world.dealer = view.dealer;
    world.phase = view.phase;
    world.waiting = view.to_act;
    world.exchange = view.exchange;
    world.reshuffled = view.reshuffled.unwrap_or(0);
    world.caller = view.caller;
    world.totals = PerSeat::from_fn(view.seats, |seat| view.scores[seat] as i8);
    world.made_chicago = view.made_chicago;
    world.winners = view.outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners);
    world.turn_number = view.turn;
    for (award, shown) in world.awards.iter_mut().zip(&view.awards) {
        *award = Some(*shown);
    }
    for &OpenCard { exchange, seat, card, taken } in &view.open_cards {
        world.opened[usize::from(exchange) - 1][seat] = Some(Opened { card, taken: taken == Some(true) });
    }
    world.tricks = tricks_of(&view.tricks, view.seats);
    world.trick = view.tricks.iter().filter(|trick| trick.winner.is_some()).count() as u8;
    world.last_round = view.last_round.as_ref().map(|last| {
        let mut awards = [None; EXCHANGES];
        for (award, shown) in awards.iter_mut().zip(&last.awards) {
            *award = Some(*shown);
        }
        EndedRound {
            caller: last.caller,
            tricks: tricks_of(&last.tricks, view.seats),
            awards,
            last_trick_paid: last.last_trick_paid,
        }
    });
}

fn tricks_of(shown: &[TrickView], seats: u8) -> [Trick; HAND_SIZE] {
    let mut tricks = [Trick::default(); HAND_SIZE];
    for (trick, shown) in tricks.iter_mut().zip(shown) {
        *trick = Trick::led_by(shown.leader);
        for (seat, card) in shown.played(seats) {
            trick.add(seat, card, seats);
        }
    }
    tricks
}

/// What others have sealed in an exchange under way: pairs are mostly kept, single cards mostly thrown.
fn seal_choices(world: &mut Chicago, own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) {
    if view.phase != Phase::Exchange {
        return;
    }
    let index = world.exchange_index();
    for seat in Seat::all(view.seats).filter(|&seat| seat != own && !view.to_act.contains(seat)) {
        let hand = world.hands[seat].slots;
        let mut cards = CardSet::EMPTY;
        for card in hand {
            let alike = hand.iter().filter(|other| other.rank() == card.rank()).count();
            let thrown_in_16 = if alike > 1 { 1 } else { 12 };
            if below(rng, 16) < thrown_in_16 {
                cards.insert(card);
            }
        }
        let stopped = world.stopped_at(seat).is_some();
        world.thrown[index][seat] = if stopped { CardSet::EMPTY } else { cards };
    }
}

/// Who has said Chicago: nobody before the caller has, and those after the caller may have.
fn seal_calls(world: &mut Chicago, own: Seat, view: &SeenOf<Chicago>, rng: &mut impl Rng) {
    const ONE_CALL_IN: u32 = 10;
    if view.your_call == Some(true) {
        world.callers.insert(own);
    }
    let asking = view.phase == Phase::Call;
    let Some(caller) = view.caller else {
        for seat in Seat::all(view.seats) {
            let answered = asking && seat != own && !view.to_act.contains(seat);
            if answered && below(rng, ONE_CALL_IN) == 0 {
                world.callers.insert(seat);
            }
        }
        return;
    };
    for seat in world.in_turn().skip_while(|&seat| seat != caller) {
        if seat == caller || (seat != own && below(rng, ONE_CALL_IN) == 0) {
            world.callers.insert(seat);
        }
    }
}

/// What each seat has played in this round.
fn played_by(view: &SeenOf<Chicago>) -> PerSeat<CardSet, CHICAGO_MAX_SEATS> {
    let mut played = PerSeat::<CardSet, CHICAGO_MAX_SEATS>::new(view.seats);
    for (seat, card) in view.tricks.iter().flat_map(|trick| trick.played(view.seats)) {
        played[seat].insert(card);
    }
    played
}

/// The cards no hand can hold any more: of suits that a seat did not follow.
fn void_of(view: &SeenOf<Chicago>) -> PerSeat<CardSet, CHICAGO_MAX_SEATS> {
    let mut void = PerSeat::<CardSet, CHICAGO_MAX_SEATS>::new(view.seats);
    for trick in &view.tricks {
        let Some(led) = trick.cards.first().map(|card| card.suit()) else { continue };
        for (seat, card) in trick.played(view.seats) {
            if card.suit() != led {
                void[seat] = void[seat] | CardSet::suit(led);
            }
        }
    }
    void
}

fn take(pool: &mut Vec<Card>, count: usize) -> Vec<Card> {
    pool.split_off(pool.len().saturating_sub(count))
}
