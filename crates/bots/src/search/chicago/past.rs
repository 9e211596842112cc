//! The exchanges of a round, retraced: how the others came to hold what they hold.
//!
//! They are assumed to change cards in one of several manners. A hand is dealt again until its history agrees with what
//! the table has seen: how many cards its owner changed each time, and who was paid for what.

use game::{FastRng, Seat, below};
use games::cards::poker::{Class, HandValue};
use games::cards::{Card, CardSet};
use games::chicago::{Award, HAND_SIZE, Phase, Seen};

use super::manner::Manner;
use crate::heuristics::chicago::exchange::value_of;
use crate::meter::{Meter, done};

/// This many stories are tried before a hand is dealt without one.
const TRIES: usize = 100;
/// Five cards, and five in each of three exchanges.
const MAX_DRAWS: usize = 20;
/// What one of them costs.
const STORY_WORK: u32 = 20;
/// Not everybody plays by rules of thumb: one story in this many is not asked for.
const DOUBT: u32 = 12;

/// What is known of a hand at the time it was compared.
#[derive(Clone, Copy)]
struct Bounds {
    least: Class,
    most: Class,
    above: Option<HandValue>,
    below: Option<HandValue>,
}

impl Bounds {
    fn hold(&self, value: HandValue) -> bool {
        (self.least..=self.most).contains(&value.class())
            && self.above.is_none_or(|above| value > above)
            && self.below.is_none_or(|below| value < below)
    }
}

/// One exchange: how many cards each seat changed, and what that tells of the hands after it.
struct Made {
    changed: [usize; 4],
    bounds: [Option<Bounds>; 4],
}

/// What a player has shown in the tricks.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) played: CardSet,
    /// The cards of suits that were not followed.
    pub(super) void: CardSet,
}

/// A story that agrees with what the table saw.
pub(super) struct PossiblePast {
    /// What is still held.
    pub(super) hand: CardSet,
    /// What was thrown on the way.
    pub(super) thrown: CardSet,
    pub(super) manner: Manner,
}

/// The exchanges of this round that all have made.
pub(super) struct Past {
    made: Vec<Made>,
    /// What was given back is in the deck again.
    reshuffled: bool,
}

impl Past {
    pub(super) fn of(view: &Seen, own: Seat, held: CardSet) -> Self {
        // The hand that was compared last is still held while the next exchange is decided.
        let still_held = view.phase == Phase::Exchange;
        let count = view.changed.len();
        let made = view.changed.iter().enumerate().map(|(index, changed)| {
            let award = view.awards.get(index);
            let own_value = value_of(held).filter(|_| still_held && index + 1 == count);
            let mut made = Made { changed: [0; 4], bounds: [None; 4] };
            for (seat, count) in changed.iter() {
                made.changed[seat.index()] = usize::from(*count);
                made.bounds[seat.index()] = award.and_then(|award| bounds(award, seat, own, own_value));
            }
            made
        });
        Self { made: made.collect(), reshuffled: view.reshuffled.is_some() }
    }

    /// A hand for this seat with a story that agrees, taken out of the pool.
    pub(super) fn retell(
        &self,
        pool: &mut Vec<Card>,
        seat: usize,
        shown: Shown,
        dice: &mut FastRng,
        meter: &Meter<'_>,
    ) -> Option<PossiblePast> {
        if below(dice, DOUBT) == 0 {
            return None;
        }
        let tries = (0..TRIES).take_while(|_| meter.charge(STORY_WORK));
        { tries }.find_map(|_| self.story(pool, seat, shown, dice)).map(|(told, left)| {
            if self.reshuffled {
                pool.retain(|card| !told.hand.contains(*card));
                PossiblePast { thrown: CardSet::EMPTY, ..told }
            } else {
                pool.truncate(left);
                told
            }
        })
    }

    /// One story, and how many cards of the pool are left, if it agrees.
    fn story(
        &self,
        pool: &mut [Card],
        seat: usize,
        shown: Shown,
        dice: &mut FastRng,
    ) -> Option<(PossiblePast, usize)> {
        done::note(STORY_WORK as usize);
        let manner = Manner::any(dice);
        // Each card that was played came in one of all draws, and any of them is as likely.
        let draws = HAND_SIZE + self.made.iter().map(|made| made.changed[seat]).sum::<usize>();
        let (mut came, mut free) = ([None; MAX_DRAWS], draws);
        for card in shown.played {
            let place =
                (0..draws).filter(|draw| came[*draw].is_none()).nth(below(dice, free as u32) as usize);
            came[place?] = Some(card);
            free -= 1;
        }
        let (mut left, mut drawn) = (pool.len(), 0);
        let mut draw = |hand: &mut CardSet, count: usize| {
            for _ in 0..count {
                drawn += 1;
                if let Some(card) = came[drawn - 1] {
                    hand.insert(card);
                } else if left > 0 {
                    let place = below(dice, left as u32) as usize;
                    left -= 1;
                    pool.swap(place, left);
                    hand.insert(pool[left]);
                }
            }
        };
        let (mut hand, mut thrown) = (CardSet::EMPTY, CardSet::EMPTY);
        draw(&mut hand, HAND_SIZE);
        for (index, made) in self.made.iter().enumerate() {
            let away = manner.thrown(hand, index + 1);
            if away.len() != made.changed[seat] || !(away & shown.played).is_empty() {
                return None;
            }
            hand = hand - away;
            thrown = thrown | away;
            draw(&mut hand, away.len());
            if let Some(bounds) = &made.bounds[seat]
                && !bounds.hold(value_of(hand)?)
            {
                return None;
            }
        }
        let hand = hand - shown.played;
        (hand & shown.void).is_empty().then_some((PossiblePast { hand, thrown, manner }, left))
    }
}

/// What an award tells of the hand of a seat. The own value is known only if that hand is still held.
fn bounds(award: &Award, seat: Seat, own: Seat, own_value: Option<HandValue>) -> Option<Bounds> {
    let any = Bounds { least: Class::HighCard, most: Class::RoyalFlush, above: None, below: None };
    match *award {
        Award::Paid { seat: paid, class, .. } if paid == seat => {
            Some(Bounds { least: class, most: class, above: own_value, ..any })
        }
        Award::Paid { seat: paid, class, .. } => {
            Some(Bounds { most: class, below: own_value.filter(|_| paid == own), ..any })
        }
        Award::Drawn { class } => Some(Bounds { most: class, ..any }),
        Award::NoHand => Some(Bounds { most: Class::HighCard, ..any }),
        Award::Royal { .. } => None,
    }
}
