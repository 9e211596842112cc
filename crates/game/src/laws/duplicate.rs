//! Duplicate deals: what a seat is dealt must not depend on what the other seats do.

use std::collections::BTreeMap;

use super::Laws;
use super::law_violation::{Law, LawViolation};
use crate::{Chance, EventLog, FastRng, Game, Record, Seat, Seed, below, dice};

/// What an event reveals about the randomness of a duplicate deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Met {
    /// A round is dealt.
    Dealt {
        /// Its number.
        round: u32,
        /// All that is dealt and lies in the stock, the same in every game of the deal.
        cards: Vec<u32>,
        /// How many cards each seat has at least for itself.
        pile: usize,
    },
    /// A seat draws these.
    Drew {
        /// Which one.
        seat: Seat,
        /// The cards that the seat drew.
        cards: Vec<u32>,
    },
    /// What players have put out is shuffled: nothing is promised until the next deal.
    Reshuffled,
}

/// Reads an event of a game, and the position after it. It is written by the author of the game's tests.
pub type MetIn<G> = fn(&G, &<G as Game>::Event) -> Option<Met>;

/// The draws of one game, round by round.
struct Story {
    dealt: BTreeMap<u32, Vec<u32>>,
    drawn: BTreeMap<(u32, Seat), Vec<u32>>,
    round: u32,
    pile: usize,
    /// Whether the law says nothing about the rest of this round.
    open_end: bool,
}

impl Story {
    /// A game in which nothing is dealt: all that a seat ever draws is its own.
    const fn new() -> Self {
        Self { dealt: BTreeMap::new(), drawn: BTreeMap::new(), round: 1, pile: usize::MAX, open_end: false }
    }

    fn note(&mut self, met: Met) {
        match met {
            Met::Dealt { round, cards, pile } => {
                self.dealt.insert(round, cards);
                (self.round, self.pile, self.open_end) = (round, pile, false);
            }
            Met::Reshuffled => self.open_end = true,
            Met::Drew { seat, cards } => {
                let drawn = self.drawn.entry((self.round, seat)).or_default();
                if !self.open_end {
                    drawn.extend(cards);
                }
                // From here on somebody draws from the pile of another.
                self.open_end |= drawn.len() > self.pile;
                drawn.truncate(self.pile);
            }
        }
    }
}

/// Pairs of games of one deal, in which everybody decides otherwise.
pub(super) fn table<G: Game>(
    laws: &Laws<G>,
    met: MetIn<G>,
    options: &G::Options,
    seats: u8,
    number: u64,
) -> Result<(), Box<LawViolation>> {
    let series = Seed::from_number(number);
    let mut compared = 0;
    let mut record = Record::new::<G>(options, seats, series);
    for game in 0..laws.games.div_ceil(4) {
        let seed = series.nth(game);
        let mut first = Record { duplicate: true, ..Record::new::<G>(options, seats, seed) };
        let one = play(laws, met, options, &mut first, &mut dice(game << 1));
        record = Record { duplicate: true, ..Record::new::<G>(options, seats, seed) };
        let other = play(laws, met, options, &mut record, &mut dice(game << 1 | 1));
        let differ = differences(&one, &other, &mut compared);
        if let Some(what) = differ {
            return Err(broken(&record, what));
        }
    }
    if compared == 0 {
        return Err(broken(&record, "no card was drawn in both games of a deal".to_owned()));
    }
    Ok(())
}

fn broken<A: serde::Serialize>(record: &Record<A>, what: String) -> Box<LawViolation> {
    let step = record.actions.len();
    Box::new(LawViolation { law: Law::SameLuckForAll, step, what, record: record.to_line() })
}

fn differences(one: &Story, other: &Story, compared: &mut usize) -> Option<String> {
    for (round, dealt) in &one.dealt {
        if other.dealt.get(round).is_some_and(|again| again != dealt) {
            return Some(format!("round {round} is dealt in two ways"));
        }
    }
    for (&(round, seat), drawn) in &one.drawn {
        let again = other.drawn.get(&(round, seat)).map_or(&[][..], Vec::as_slice);
        let both = drawn.len().min(again.len());
        *compared += both;
        if drawn[..both] != again[..both] {
            return Some(format!("in round {round} seat {seat} draws {drawn:?} or {again:?}"));
        }
    }
    None
}

fn play<G: Game>(
    laws: &Laws<G>,
    met: MetIn<G>,
    options: &G::Options,
    record: &mut Record<G::Action>,
    dice: &mut FastRng,
) -> Story {
    let (mut story, mut legal) = (Story::new(), Vec::new());
    let mut emitted = EventLog::new();
    let chance: Chance = record.chance();
    let mut position = G::deal(record.rules, options, record.seats, chance, &mut emitted);
    loop {
        for (_, event) in &emitted.0 {
            if let Some(met) = met(&position, event) {
                story.note(met);
            }
        }
        let to_act = position.status().to_act();
        let which = below(dice, u32::from(to_act.len())) as usize;
        let Some(seat) = to_act.iter().nth(which) else { return story };
        legal.clear();
        position.legal_actions(seat, &mut legal);
        let Some(&action) = legal.get(below(dice, legal.len() as u32) as usize) else { return story };
        if record.actions.len() >= laws.longest {
            return story;
        }
        emitted.0.clear();
        position.apply(seat, action, &mut emitted);
        record.push(seat, action);
    }
}
