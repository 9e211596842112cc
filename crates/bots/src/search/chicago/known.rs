//! What the seat knows of the cards, and worlds that agree with it.

use game::{FastRng, Rng, below, shuffle};
use games::cards::poker::{Class, HandValue};
use games::cards::{Card, CardSet, Rank};
use games::chicago::{Award, Chicago, Phase, Seen};

use super::manner::Manner;
use super::past::{Past, Shown};
use crate::BotInput;
use crate::heuristics::chicago::exchange::value_of;
use crate::heuristics::chicago::{hand, tricks};
use crate::meter::{Meter, done};

const HAND: usize = 5;

/// What a hand must hold, as far as its owner's changes and pay tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Anything,
    Pair,
    TwoPairs,
    Three,
    /// A straight or better: nothing was changed.
    Complete,
}

/// What the seat knows.
pub(super) struct RoundKnowledge {
    pub(super) seats: usize,
    pub(super) own: usize,
    pub(super) dealer: usize,
    pub(super) held: CardSet,
    /// What the seat has thrown and cannot come again.
    pub(super) thrown: CardSet,
    /// The exchange that is decided now, from 1; 4 when all are made.
    pub(super) exchange: u8,
    /// The card turned up for the seat, while it may take it.
    pub(super) open: Option<Card>,
    pub(super) caller: Option<usize>,
    /// What each seat has played, in each trick: who led, the cards in order.
    pub(super) tricks: Vec<(usize, Vec<Card>)>,
    played: [CardSet; 4],
    void: [CardSet; 4],
    shapes: [Shape; 4],
    /// Of ten worlds, this many have hands of these shapes.
    sure: [u32; 4],
    /// Nobody else's hand is better than the own: it was paid.
    below: Option<HandValue>,
    unseen: Vec<Card>,
    /// The exchanges so far, for those who read them.
    past: Option<Past>,
}

/// One world.
#[derive(Default)]
pub(super) struct World {
    /// What everybody holds now.
    pub(super) hands: [CardSet; 4],
    /// What everybody has played.
    pub(super) played: [CardSet; 4],
    /// The cards that can still be drawn, in order.
    pub(super) deck: Vec<Card>,
    /// The cards that are shuffled when the deck is used up.
    pub(super) returned: CardSet,
    /// The random seed of that shuffle.
    pub(super) shuffle_seed: u64,
    /// How the others play.
    pub(super) manners: [Manner; 4],
}

impl RoundKnowledge {
    pub(super) fn of(input: BotInput<'_, Chicago>, reads_others: bool) -> Self {
        let BotInput { seat, view, .. } = input;
        let (mut played, mut void) = ([CardSet::EMPTY; 4], [CardSet::EMPTY; 4]);
        for trick in &view.tricks {
            let led = trick.cards.first().map(|card| card.suit());
            for (player, card) in trick.played(view.seats) {
                played[player.index()].insert(card);
                if led.is_some_and(|led| led != card.suit()) {
                    void[player.index()] = void[player.index()] | led.map_or(CardSet::EMPTY, CardSet::suit);
                }
            }
        }
        let mut known = Self {
            seats: usize::from(view.seats),
            own: seat.index(),
            dealer: view.dealer.index(),
            held: hand(view),
            thrown: !(tricks::unseen(view)
                | hand(view)
                | played.iter().fold(CardSet::EMPTY, |all, &some| all | some)),
            exchange: match view.phase {
                Phase::Exchange | Phase::OpenCard => view.exchange,
                Phase::Call | Phase::Tricks | Phase::Over => 4,
            },
            open: view.open_cards.iter().find(|open| open.taken.is_none()).map(|open| open.card),
            caller: view.caller.map(game::Seat::index),
            tricks: view.tricks.iter().map(|trick| (trick.leader.index(), trick.cards.clone())).collect(),
            played,
            void,
            shapes: [Shape::Anything; 4],
            sure: [0; 4],
            below: None,
            unseen: (tricks::unseen(view) - passed_by(view)).iter().collect(),
            past: reads_others.then(|| Past::of(view, seat, hand(view))),
        };
        if reads_others {
            known.read_changes(view);
        }
        known
    }

    fn read_changes(&mut self, view: &Seen) {
        if let Some(changed) = view.changed.last() {
            for (seat, count) in changed.iter() {
                (self.shapes[seat.index()], self.sure[seat.index()]) = match count {
                    0 => (Shape::Complete, 9),
                    1 => (Shape::TwoPairs, 7),
                    2 => (Shape::Three, 8),
                    3 => (Shape::Pair, 8),
                    _ => (Shape::Anything, 0),
                };
            }
        }
        // The hand that was paid last is still held while the next exchange is decided.
        let current = view.phase == Phase::Exchange && view.awards.len() == view.changed.len();
        match view.awards.last().filter(|_| current) {
            Some(Award::Paid { seat, class, .. }) if seat.index() != self.own => {
                (self.shapes[seat.index()], self.sure[seat.index()]) = match class {
                    Class::HighCard => (Shape::Anything, 0),
                    Class::Pair => (Shape::Pair, 10),
                    Class::TwoPairs => (Shape::TwoPairs, 10),
                    Class::ThreeOfAKind => (Shape::Three, 10),
                    _ => (Shape::Complete, 10),
                };
            }
            Some(Award::Paid { .. }) => self.below = value_of(self.held),
            _ => {}
        }
    }

    /// Who leads the first trick if nobody calls.
    pub(super) const fn first(&self) -> usize {
        (self.dealer + 1) % self.seats
    }

    /// How likely all tricks look to somebody who holds this and has seen what is away.
    pub(super) fn all_tricks(&self, held: CardSet, away: CardSet) -> f64 {
        tricks::all_tricks(held, !(held | away), self.seats as u8)
    }

    /// Who of the others calls in this world.
    pub(super) fn other_caller(&self, world: &World) -> Option<usize> {
        let mut turns = (0..self.seats).map(|step| (self.first() + step) % self.seats);
        turns.find(|&seat| seat != self.own && self.calls(world, seat))
    }

    /// Whether another player calls, who is not thought to remember what was thrown.
    pub(super) fn calls(&self, world: &World, seat: usize) -> bool {
        self.all_tricks(world.hands[seat], CardSet::EMPTY) >= world.manners[seat].calls_from()
    }

    /// A world that agrees with all that is known, as far as that is found quickly. If the meter stops it, any world.
    pub(super) fn imagine(&self, dice: &mut FastRng, meter: &Meter<'_>) -> World {
        const TRIES: usize = 8;
        let mut world = self.deal(dice, meter);
        for _ in 0..TRIES {
            let fits = self.below.is_none_or(|below| {
                let others = (0..self.seats).filter(|seat| *seat != self.own);
                others.into_iter().all(|seat| value_of(world.hands[seat]).is_none_or(|value| value < below))
            });
            if fits || meter.is_over() {
                break;
            }
            world = self.deal(dice, meter);
        }
        world
    }

    fn deal(&self, dice: &mut FastRng, meter: &Meter<'_>) -> World {
        /// Shuffling, and dealing to everybody.
        const DEAL_WORK: u32 = 100;
        meter.charge(DEAL_WORK);
        done::note(DEAL_WORK as usize);
        let mut pool = self.unseen.clone();
        shuffle(dice, &mut pool);
        let mut hands = [CardSet::EMPTY; 4];
        hands[self.own] = self.held;
        // Who has shown most leaves least choice.
        let mut others: Vec<usize> = (0..self.seats).filter(|seat| *seat != self.own).collect();
        others.sort_by_key(|seat| std::cmp::Reverse(self.void[*seat].len()));
        let mut returned = self.thrown;
        let mut manners = [Manner::default(); 4];
        for seat in others {
            if let Some(past) = &self.past {
                let shown = Shown { played: self.played[seat], void: self.void[seat] };
                if let Some(told) = past.retell(&mut pool, seat, shown, dice, meter) {
                    hands[seat] = told.hand;
                    returned = returned | told.thrown;
                    manners[seat] = told.manner;
                    continue;
                }
                manners[seat] = Manner::any(dice);
            }
            let shape = if below(dice, 10) < self.sure[seat] { self.shapes[seat] } else { Shape::Anything };
            hands[seat] = self.deal_hand(&mut pool, seat, shape, dice);
        }
        World { hands, played: self.played, deck: pool, returned, shuffle_seed: dice.next_u64(), manners }
    }

    fn deal_hand(&self, pool: &mut Vec<Card>, seat: usize, shape: Shape, dice: &mut FastRng) -> CardSet {
        let (played, void) = (self.played[seat], self.void[seat]);
        let mut need = HAND - played.len();
        let mut dealt = CardSet::EMPTY;
        let groups: &[usize] = match shape {
            Shape::Anything | Shape::Complete => &[],
            Shape::Pair => &[2],
            Shape::TwoPairs => &[2, 2],
            Shape::Three => &[3],
        };
        let mut used = CardSet::EMPTY;
        for &size in groups {
            if let Some((rank, extra)) = choose_rank(pool, played - used, void | used, size, need, dice) {
                used = used | CardSet::rank(rank);
                for _ in 0..extra {
                    let found = pool.iter().position(|card| card.rank() == rank && !void.contains(*card));
                    if let Some(place) = found {
                        dealt.insert(pool.swap_remove(place));
                        need -= 1;
                    }
                }
            }
        }
        if shape == Shape::Complete && played.is_empty() {
            return complete(pool, dice);
        }
        for _ in 0..need {
            let place = pool.iter().rposition(|card| !void.contains(*card)).or(pool.len().checked_sub(1));
            if let Some(place) = place {
                dealt.insert(pool.swap_remove(place));
            }
        }
        dealt
    }
}

/// The open cards that nobody holds: those not taken, unless they were shuffled in again, and the one that is offered.
fn passed_by(view: &Seen) -> CardSet {
    let again = view.reshuffled.unwrap_or_default();
    let open = view.open_cards.iter().filter(|open| match open.taken {
        None => true,
        Some(taken) => !taken && open.exchange >= again,
    });
    open.map(|open| open.card).collect()
}

/// A rank of which the hand can hold this many, and how many of them must still be dealt: by the ways it can be.
fn choose_rank(
    pool: &[Card],
    played: CardSet,
    not: CardSet,
    size: usize,
    need: usize,
    dice: &mut FastRng,
) -> Option<(Rank, usize)> {
    let ways = Rank::ALL.map(|rank| {
        let cards = CardSet::rank(rank);
        let shown = (played & cards).len();
        let free = pool.iter().filter(|card| card.rank() == rank && !not.contains(**card)).count();
        let extra = size.saturating_sub(shown);
        if extra > need || extra > free {
            return (0, extra);
        }
        let choose = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
        (choose[free.min(4)][extra.min(4)], extra)
    });
    let total: u32 = ways.iter().map(|(ways, _)| *ways).sum();
    if total == 0 {
        return None;
    }
    let mut chosen = below(dice, total);
    for (rank, (ways, extra)) in Rank::ALL.into_iter().zip(ways) {
        if chosen < ways {
            return Some((rank, extra));
        }
        chosen -= ways;
    }
    None
}

/// Five cards that nobody would change, if a few tries find such; else any five.
fn complete(pool: &mut Vec<Card>, dice: &mut FastRng) -> CardSet {
    const TRIES: usize = 40;
    for _ in 0..TRIES {
        let last = pool.len();
        for place in (last.saturating_sub(HAND)..last).rev() {
            let other = below(dice, place as u32 + 1) as usize;
            pool.swap(place, other);
        }
        let cards: CardSet = pool.iter().rev().take(HAND).copied().collect();
        if value_of(cards).is_some_and(|value| value.class() >= Class::Straight) {
            break;
        }
    }
    let rest = pool.len().saturating_sub(HAND);
    pool.split_off(rest).into_iter().collect()
}
