//! How a round is played on quickly: the largest expected gain, pairs in mind, as the rule of thumb does it.

use game::FastRng;
use games::golf::EndRule;

use super::world::{RANKS, Rules, World};

/// The chance that a column with one card known becomes a pair, for each copy of its rank that is about.
const PAIR_PATIENT: f64 = 0.25;
const PAIR_RACE: f64 = 0.12;
/// The surest pair is still no certainty.
const SUREST_PAIR: f64 = 0.7;
/// From this turn on a hidden card is turned sooner than points alone advise, and so much more each turn.
const PATIENT_TURNS: f64 = 15.0;
const IMPATIENCE: f64 = 0.15;
/// Where the first player out ends the round: how much of the lead over the best other layout counts.
const LEAD: f64 = 0.15;

/// What a player sees at one turn, worked out once.
struct Sight {
    mean: f64,
    pair: [f64; RANKS],
    haste: f64,
    race: bool,
}

impl Sight {
    fn of(world: &World, rules: &Rules) -> Self {
        let total: u32 = world.about.iter().map(|count| u32::from(*count)).sum();
        let sum: i32 =
            world.about.iter().zip(rules.points).map(|(count, points)| i32::from(*count) * points).sum();
        let race = rules.end_rule != EndRule::All;
        let chance = match (race, world.last_turns) {
            (_, Some(_)) => 0.0,
            (true, None) => PAIR_RACE,
            (false, None) => PAIR_PATIENT,
        };
        let turns_each = f64::from(world.turns) / world.seats as f64;
        Self {
            mean: f64::from(sum) / f64::from(total.max(1)),
            pair: std::array::from_fn(|rank| (chance * f64::from(world.about[rank])).min(SUREST_PAIR)),
            haste: IMPATIENCE * (turns_each - PATIENT_TURNS).max(0.0),
            race: race && world.last_turns.is_none(),
        }
    }

    /// What a column will probably count.
    #[inline]
    fn column(&self, rules: &Rules, above: Option<u8>, below: Option<u8>) -> f64 {
        match (above, below) {
            (None, None) => 2.0 * self.mean,
            (Some(known), None) | (None, Some(known)) => {
                let sum = f64::from(rules.points[usize::from(known)]) + self.mean;
                sum - self.pair[usize::from(known)] * sum.max(0.0)
            }
            (Some(above), Some(below)) if above == below => 0.0,
            (Some(above), Some(below)) => {
                f64::from(rules.points[usize::from(above)] + rules.points[usize::from(below)])
            }
        }
    }

    fn layout(&self, world: &World, rules: &Rules, seat: usize) -> f64 {
        (0..3).map(|column| self.column(rules, world.face(seat, column), world.face(seat, column + 3))).sum()
    }
}

/// The six places of the player in turn, and what a card could gain there.
struct Own {
    faces: [Option<u8>; 6],
    /// For each place what it is worth to put any card there, before that card is counted.
    base: [f64; 6],
    /// The best of that where the partner is hidden, and where it is known and its points are counted.
    beside_hidden: f64,
    beside_known: f64,
    /// Bit n is set if a card of rank n is somebody's partner: such a card may make a pair.
    partners: u16,
}

impl Own {
    fn of(world: &World, rules: &Rules, sight: &Sight, seat: usize) -> Self {
        let faces: [Option<u8>; 6] = std::array::from_fn(|place| world.face(seat, place));
        let now: [f64; 3] =
            std::array::from_fn(|column| sight.column(rules, faces[column], faces[column + 3]));
        let hidden = faces.iter().filter(|face| face.is_none()).count();
        // What going out is worth besides the points, where that ends the round.
        let lead = if sight.race && hidden == 1 {
            let others = (0..world.seats).filter(|other| *other != seat);
            let best = others.map(|other| sight.layout(world, rules, other)).fold(f64::INFINITY, f64::min);
            LEAD * (best - now.iter().sum::<f64>())
        } else {
            0.0
        };
        let mut own = Self {
            faces,
            base: [0.0; 6],
            beside_hidden: f64::NEG_INFINITY,
            beside_known: f64::NEG_INFINITY,
            partners: 0,
        };
        for place in 0..6 {
            let turns = if faces[place].is_none() { sight.haste + lead } else { 0.0 };
            let base = now[place % 3] + turns;
            own.base[place] = base;
            match faces[(place + 3) % 6] {
                None => own.beside_hidden = own.beside_hidden.max(base),
                Some(partner) => {
                    let points = f64::from(rules.points[usize::from(partner)]);
                    own.beside_known = own.beside_known.max(base - points);
                    own.partners |= 1 << partner;
                }
            }
        }
        own
    }

    /// The most a card of this rank gains.
    #[inline]
    fn best_gain(&self, rules: &Rules, sight: &Sight, rank: usize) -> f64 {
        if self.partners & 1 << rank != 0 {
            return self.best_place(rules, sight, rank as u8).0;
        }
        let known = self.beside_known - f64::from(rules.points[rank]);
        known.max(self.beside_hidden - sight.column(rules, Some(rank as u8), None))
    }

    /// Where a card gains most, and how much.
    fn best_place(&self, rules: &Rules, sight: &Sight, card: u8) -> (f64, usize) {
        let mut best = (f64::NEG_INFINITY, 0);
        for place in 0..6 {
            let partner = self.faces[(place + 3) % 6];
            let gain = self.base[place] - sight.column(rules, Some(card), partner);
            if gain > best.0 {
                best = (gain, place);
            }
        }
        best
    }
}

/// Plays one whole turn.
pub(super) fn turn(world: &mut World, rules: &Rules, rng: &mut FastRng) {
    let seat = world.turn;
    let sight = Sight::of(world, rules);
    let own = Own::of(world, rules, &sight, seat);
    let mut wanted = f64::NEG_INFINITY;
    if world.can_draw() {
        let total: u32 = world.about.iter().map(|count| u32::from(*count)).sum();
        let gain = |rank: usize| own.best_gain(rules, &sight, rank).max(0.0);
        let ranks = (0..RANKS).filter(|rank| world.about[*rank] > 0);
        let sum: f64 = ranks.map(|rank| f64::from(world.about[rank]) * gain(rank)).sum();
        wanted = sum / f64::from(total.max(1));
    }
    if let Some(&card) = world.discards.last() {
        let (gain, place) = own.best_place(rules, &sight, card);
        if gain >= wanted {
            world.discards.pop();
            world.swap(rules, seat, place, card);
            return;
        }
    }
    match world.draw(rng) {
        Some(card) => place_drawn(world, rules, &sight, &own, card),
        None => world.end_turn(rules, seat, false),
    }
}

/// Lays a card from the stock where it gains most, or throws it away.
pub(super) fn place(world: &mut World, rules: &Rules, card: u8) {
    let sight = Sight::of(world, rules);
    let own = Own::of(world, rules, &sight, world.turn);
    place_drawn(world, rules, &sight, &own, card);
}

/// Lays a card from the discard pile where it gains most.
pub(super) fn place_discard(world: &mut World, rules: &Rules, card: u8) {
    let sight = Sight::of(world, rules);
    let own = Own::of(world, rules, &sight, world.turn);
    let (_, place) = own.best_place(rules, &sight, card);
    world.swap(rules, world.turn, place, card);
}

fn place_drawn(world: &mut World, rules: &Rules, sight: &Sight, own: &Own, card: u8) {
    let seat = world.turn;
    let (gain, place) = own.best_place(rules, sight, card);
    if gain > 0.0 {
        world.swap(rules, seat, place, card);
    } else {
        let hidden = own.faces.iter().position(Option::is_none);
        world.throw(rules, seat, card, hidden);
    }
}
