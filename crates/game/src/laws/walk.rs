//! Plays the random games and asks for each law at its time.

use super::law_violation::{Finding, Law, LawViolation, demand};
use super::worlds::Difference;
use super::{Laws, Report, forms, turns, worlds};
use crate::{DiscardEvents, EventLog, FastRng, Game, Played, Record, Replay, Seed, below, dice};

/// How many actions of other positions are tried at a position.
const STRANGERS: usize = 48;

/// The ends of the first games at a table are all looked at thoroughly; later, one in [`ENDS_EVERY`].
const FIRST_ENDS: u64 = 50;
const ENDS_EVERY: u64 = 16;

/// Two orders of arrival are compared at one step in this many.
const ARRIVALS_EVERY: u32 = 4;

/// An action that players are reluctant to choose is chosen again but for one time in this many.
const RELUCTANCE: u32 = 32;

struct Walk<'a, G: Game> {
    laws: &'a Laws<G>,
    options: &'a G::Options,
    record: Record<G::Action>,
    seen: &'a mut Vec<G::Action>,
    legal: Vec<G::Action>,
    dice: FastRng,
    difference: Difference,
    thorough_end: bool,
}

/// All games at one table.
pub(super) fn table<G: Game>(
    laws: &Laws<G>,
    options: &G::Options,
    seats: u8,
    number: u64,
    report: &mut Report,
) -> Result<(), Box<LawViolation>> {
    let mut difference = Difference::default();
    let mut seen = Vec::new();
    let series = Seed::from_number(number);
    // Where duplicate deals are promised, every other game is one.
    let is_duplicate = |game: u64| laws.duplicate.is_some() && !game.is_multiple_of(2);
    for game in 0..laws.games {
        let seed = series.nth(game);
        let mut walk = Walk {
            laws,
            options,
            record: Record { duplicate: is_duplicate(game), ..Record::new::<G>(options, seats, seed) },
            seen: &mut seen,
            legal: Vec::new(),
            dice: dice(number << 32 | game),
            difference,
            thorough_end: game < FIRST_ENDS || game.is_multiple_of(ENDS_EVERY),
        };
        walk.game(seats, report).map_err(|found| walk.broken(found))?;
        difference = walk.difference;
        if game + 1 == laws.games {
            demand(difference.0 || !G::SECRETS || laws.imagine.is_none(), Law::ImaginedWorldsDiffer, || {
                "all worlds imagined from one view were the same".into()
            })
            .map_err(|found| walk.broken(found))?;
        }
    }
    Ok(())
}

impl<G: Game> Walk<'_, G> {
    fn broken(&self, (law, what): (Law, String)) -> Box<LawViolation> {
        Box::new(LawViolation { law, step: self.record.actions.len(), what, record: self.record.to_line() })
    }

    fn game(&mut self, seats: u8, report: &mut Report) -> Finding {
        let mut emitted = EventLog::new();
        let mut position =
            G::start(self.options, seats, self.record.chance(), &mut emitted).map_err(|bad| {
                (Law::LegalForSeatsToAct, format!("a table that is admitted is not dealt: {bad}"))
            })?;
        forms::events::<G>(&emitted)?;
        if report.games.is_multiple_of(16) {
            turns::defaults_end(self.laws, position.clone())?;
        }
        loop {
            turns::quick(&position, &mut self.legal)?;
            if below(&mut self.dice, ARRIVALS_EVERY) == 0 {
                turns::arrival_order(&position, &mut self.dice)?;
            }
            let next = self.choose(&position);
            let thorough = match next {
                Some(_) => below(&mut self.dice, self.laws.thorough_every) == 0,
                None => self.thorough_end,
            };
            if thorough {
                report.thorough += 1;
                self.thorough(&position, next)?;
            }
            let Some(Played { seat, action }) = next else { break };
            if self.record.actions.len() == self.laws.longest {
                if !self.laws.must_end {
                    break;
                }
                return Err((Law::Ends, format!("not over after {} actions", self.laws.longest)));
            }
            self.play(&mut position, seat, action, thorough)?;
        }
        report.games += 1;
        report.actions += self.record.actions.len() as u64;
        self.replays_to(&position)
    }

    /// A random legal action of a random seat to act.
    fn choose(&mut self, position: &G) -> Option<Played<G::Action>> {
        let to_act = position.status().to_act();
        let which = below(&mut self.dice, u32::from(to_act.len())) as usize;
        let seat = to_act.iter().nth(which)?;
        self.legal.clear();
        position.legal_actions(seat, &mut self.legal);
        let pick = |dice: &mut FastRng| below(dice, self.legal.len() as u32) as usize;
        let mut action = *self.legal.get(pick(&mut self.dice))?;
        if (self.laws.reluctant)(&action) && below(&mut self.dice, RELUCTANCE) != 0 {
            action = *self.legal.get(pick(&mut self.dice))?;
        }
        if self.seen.len() < STRANGERS {
            self.seen.push(action);
        } else {
            let slot = below(&mut self.dice, STRANGERS as u32) as usize;
            self.seen[slot] = action;
        }
        Some(Played { seat, action })
    }

    fn thorough(&mut self, position: &G, next: Option<Played<G::Action>>) -> Finding {
        turns::thorough(position, self.seen, &mut self.legal)?;
        forms::views(position)?;
        if let Some(imagine) = self.laws.imagine {
            worlds::imagined(imagine, position, self.options, &mut self.dice, &mut self.difference)?;
            if below(&mut self.dice, 8) == 0 {
                worlds::playable(self.laws, imagine, position, self.options, &mut self.dice)?;
            }
        }
        worlds::non_interference(self.laws, position, self.options, next, &mut self.dice)
    }

    fn play(&mut self, position: &mut G, seat: crate::Seat, action: G::Action, listen: bool) -> Finding {
        let refused =
            |refusal| (Law::CheckAgreesWithList, format!("{action:?} is listed but refused: {refusal:?}"));
        let before = position.clone();
        if listen {
            // Emitting events must not change what happens: the same step, with and without a sink.
            let mut unheard = position.clone();
            unheard.play(seat, action, &mut DiscardEvents).map_err(refused)?;
            let mut emitted = EventLog::new();
            position.play(seat, action, &mut emitted).map_err(refused)?;
            forms::events::<G>(&emitted)?;
            demand(unheard == *position, Law::ReplayIsTheSame, || {
                format!("{action:?} plays differently unheard")
            })?;
            turns::sealed(&before, Played { seat, action }, position)?;
        } else {
            position.play(seat, action, &mut DiscardEvents).map_err(refused)?;
        }
        turns::followed(&before, Played { seat, action }, position)?;
        self.record.push(seat, action);
        Ok(())
    }

    fn replays_to(&self, position: &G) -> Finding {
        let line = self.record.to_line();
        let replay = Record::parse(&line).and_then(|record| Replay::<G>::of(&record));
        let replay = replay.map_err(|bad| (Law::ReplayIsTheSame, bad.to_string()))?;
        let last = replay.steps().last().map(|step| step.position);
        demand(last.as_ref() == Some(position), Law::ReplayIsTheSame, || "the replay ends elsewhere".into())?;
        let is_over = position.status().outcome().is_some();
        demand(replay.unveiled().is_some() == is_over, Law::ReplayIsTheSame, || {
            "game and replay do not agree that it is over".into()
        })
    }
}
