//! The tricks: exactly with open cards, and quickly as people play.

#[cfg(test)]
mod tests;

use games::cards::{Card, CardSet};

use super::known::{RoundKnowledge, World};
use super::stake::{CHICAGO, LAST_TRICK, Points, Stake};
use crate::meter::{Meter, done};

/// With two players, or so few cards in all hands together, the open cards are solved exactly.
const FEW_CARDS: usize = 9;
/// How much the exact outcome weighs against the quick one.
const EXACT: f64 = 0.5;

/// The tricks as they stand in one world.
#[derive(Clone, Copy)]
pub(super) struct Play {
    seats: usize,
    hands: [CardSet; 4],
    leader: usize,
    /// The card that wins so far and who played it; nobody has led yet if there is none.
    best: Option<(Card, usize)>,
    /// How many have played to this trick.
    count: usize,
    caller: Option<usize>,
    /// Whether the caller has lost a trick.
    failed: bool,
}

/// How the tricks ended.
#[derive(Clone, Copy)]
struct End {
    last: usize,
    caller: Option<usize>,
    failed: bool,
}

impl Play {
    /// Before the first card, without a Chicago.
    pub(super) fn begin(known: &RoundKnowledge, world: &World) -> Self {
        Self {
            seats: known.seats,
            hands: world.hands,
            leader: known.first(),
            best: None,
            count: 0,
            caller: None,
            failed: false,
        }
    }

    /// Before the first card of a Chicago.
    pub(super) fn called_by(known: &RoundKnowledge, world: &World, caller: usize) -> Self {
        Self { leader: caller, caller: Some(caller), ..Self::begin(known, world) }
    }

    /// As it stands at the table.
    pub(super) fn now(known: &RoundKnowledge, world: &World) -> Self {
        let mut play = Self { caller: known.caller, ..Self::begin(known, world) };
        for (leader, cards) in &known.tricks {
            (play.leader, play.best, play.count) = (*leader, None, 0);
            for card in cards {
                // The cards played are out of the hands already.
                play.put(*card);
            }
        }
        play
    }

    const fn mover(&self) -> usize {
        (self.leader + self.count) % self.seats
    }

    /// The player in turn plays this card.
    pub(super) fn put(&mut self, card: Card) {
        done::note(1);
        let mover = self.mover();
        self.hands[mover].remove(card);
        self.best = match self.best {
            Some((best, seat)) if card.suit() != best.suit() || card.rank() < best.rank() => {
                Some((best, seat))
            }
            _ => Some((card, mover)),
        };
        self.count += 1;
        if self.count == self.seats {
            self.leader = self.best.map_or(self.leader, |(_, seat)| seat);
            self.failed |= self.caller.is_some_and(|caller| caller != self.leader);
            (self.best, self.count) = (None, 0);
        }
    }

    fn legal(&self) -> CardSet {
        let hand = self.hands[self.mover()];
        match self.best {
            Some((best, _)) => {
                let following = hand & CardSet::suit(best.suit());
                if following.is_empty() { hand } else { following }
            }
            None => hand,
        }
    }

    /// How it ended, once all cards are played: the leader has won the last trick.
    fn end(&self) -> Option<End> {
        let over = self.count == 0 && self.hands[self.leader].is_empty();
        over.then_some(End { last: self.leader, caller: self.caller, failed: self.failed })
    }

    fn cards(&self) -> usize {
        self.hands[..self.seats].iter().map(|hand| hand.len()).sum()
    }
}

/// The chance to win the game from here: the hands at the end of the round are paid as they are in this world.
pub(super) fn value(
    play: &Play,
    known: &RoundKnowledge,
    stake: &Stake,
    world: &World,
    meter: &Meter<'_>,
) -> f64 {
    let points = [0; 4];
    let quick = quick(play, known, stake, world, points);
    if known.seats > 2 && play.cards() > FEW_CARDS {
        return quick;
    }
    let ends = Ends::of(known, stake, world, points, play.caller);
    EXACT * solve(play, known.own, &ends, 0.0, 1.0, meter) + (1.0 - EXACT) * quick
}

/// The chance to win the game if all play on quickly from here.
pub(super) fn quick(
    play: &Play,
    known: &RoundKnowledge,
    stake: &Stake,
    world: &World,
    points: Points,
) -> f64 {
    let mut play = *play;
    loop {
        if let Some(end) = play.end() {
            return chance(end, known, stake, world, points);
        }
        let Some(card) = quick_card(&play, world.manners[play.mover()].saves()) else { return 0.5 };
        play.put(card);
    }
}

/// Low cards first and high cards for the last two tricks, or every trick that can be taken; against a Chicago whatever beats it.
fn quick_card(play: &Play, saves: bool) -> Option<Card> {
    let (legal, mover) = (play.legal(), play.mover());
    let left = play.hands[mover].len();
    let against = play.caller.filter(|_| !play.failed);
    match play.best {
        None if against == Some(mover) || left <= 2 || !saves => highest(legal),
        None => lowest(legal),
        Some((best, seat)) => {
            let winning = above(best, legal);
            let taken = if against == Some(seat) {
                lowest(winning)
            } else if against == Some(mover) {
                highest(winning)
            } else {
                match left {
                    4.. if saves => None,
                    3.. => lowest(winning),
                    _ => highest(winning),
                }
            };
            taken.or_else(|| lowest(legal))
        }
    }
}

fn above(best: Card, cards: CardSet) -> CardSet {
    let suit = (cards & CardSet::suit(best.suit())).bits();
    // In a suit higher ranks have higher bits.
    CardSet::from_bits(suit & !((CardSet::only(best).bits() << 1) - 1))
}

fn lowest(cards: CardSet) -> Option<Card> {
    cards.iter().min_by_key(|card| card.rank())
}

fn highest(cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| card.rank())
}

/// What every way to end is worth, worked out once for a world.
struct Ends {
    plain: [f64; 4],
    made: f64,
    failed: [f64; 4],
}

impl Ends {
    fn of(
        known: &RoundKnowledge,
        stake: &Stake,
        world: &World,
        points: Points,
        caller: Option<usize>,
    ) -> Self {
        let worth = |caller, failed, last| chance(End { last, caller, failed }, known, stake, world, points);
        let by_last = |caller: Option<usize>, failed: bool| {
            std::array::from_fn(|last| if last < known.seats { worth(caller, failed, last) } else { 0.0 })
        };
        Self {
            plain: by_last(None, false),
            made: caller.map_or(0.0, |own| worth(caller, false, own)),
            failed: by_last(caller, true),
        }
    }

    const fn of_end(&self, end: End) -> f64 {
        match (end.caller, end.failed) {
            (None, _) => self.plain[end.last],
            (Some(_), false) => self.made,
            (Some(_), true) => self.failed[end.last],
        }
    }
}

fn chance(end: End, known: &RoundKnowledge, stake: &Stake, world: &World, mut points: Points) -> f64 {
    let hands = std::array::from_fn(|seat| world.hands[seat] | world.played[seat]);
    match settle(end, stake, &hands, &mut points) {
        Settled::Royal(seat) => f64::from(u8::from(seat == known.own)),
        Settled::Paid { made } => stake.chance(&points, made),
    }
}

/// The end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Settled {
    /// This seat has won the game by a royal flush.
    Royal(usize),
    /// Tricks and hands are paid; who made a Chicago.
    Paid { made: Option<usize> },
}

/// Pays a Chicago or the last trick, then the best of these hands.
fn settle(end: End, stake: &Stake, hands: &[CardSet; 4], points: &mut Points) -> Settled {
    let mut made = None;
    match end.caller {
        Some(caller) if end.failed => {
            points[caller] -= CHICAGO;
            if end.last != caller {
                points[end.last] += LAST_TRICK;
            }
        }
        Some(caller) => {
            points[caller] += CHICAGO + if stake.plus_last() { LAST_TRICK } else { 0 };
            made = Some(caller);
        }
        None => points[end.last] += LAST_TRICK,
    }
    stake.pay_best(hands, points).map_or(Settled::Paid { made }, Settled::Royal)
}

/// What a card costs in it.
const CARD_WORK: u32 = 2;

/// The best the seat can reach with all cards open, if the others do their worst. Nonsense if the meter stops it.
fn solve(play: &Play, own: usize, ends: &Ends, mut alpha: f64, mut beta: f64, meter: &Meter<'_>) -> f64 {
    if let Some(end) = play.end() {
        return ends.of_end(end);
    }
    let mine = play.mover() == own;
    let mut best = if mine { f64::NEG_INFINITY } else { f64::INFINITY };
    let legal = play.legal();
    let mut before: Option<Card> = None;
    for card in legal {
        // Neighbours in one hand are worth the same.
        let same =
            before.is_some_and(|before| before.suit() == card.suit() && before.number() + 1 == card.number());
        before = Some(card);
        if same {
            continue;
        }
        let mut after = *play;
        after.put(card);
        if !meter.charge(CARD_WORK) {
            return 0.0;
        }
        let value = solve(&after, own, ends, alpha, beta, meter);
        if mine {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}
