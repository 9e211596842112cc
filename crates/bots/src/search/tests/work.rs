//! Budgets hold by work: however large the table, a search does little between two questions whether to stop, and no
//! level takes longer than it promises.

use std::cell::Cell;
use std::time::Duration;

use game::options::RawOptions;
use game::{Chance, DiscardEvents, Options, Seed, Viewer, below, dice};
use games::chicago::Chicago;
use games::golf::Golf;
use games::gomoku::Gomoku;
use games::onecard::OneCard;
use games::sorry::Sorry;
use rustix::time::{ClockId, clock_gettime};

use crate::meter::{WORK_BETWEEN_QUESTIONS, done};
use crate::{BotInput, Budget, Effort, Level, Searchable, tree_search};

/// A decision at a table.
struct Decision<G: Searchable> {
    options: G::Options,
    position: G,
    choices: usize,
}

impl<G: Searchable> Decision<G> {
    fn ask<T>(&self, with: impl FnOnce(BotInput<'_, G>) -> T) -> T {
        let seat = self.position.status().to_act().first().unwrap();
        let view = self.position.seen(Viewer::Seat(seat));
        with(BotInput { rules: 1, options: &self.options, seat, view: &view })
    }
}

/// Decisions of two games at this table, one played by rules of thumb, the other half at random; those with most
/// choices first.
fn decisions<G: Searchable>(settings: &str, seats: u8) -> Vec<Decision<G>> {
    const MAX_LEN: usize = 300;
    const OF_EACH: usize = 2;
    let options = G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let mut chosen: Vec<Decision<G>> = Vec::new();
    for lots in [0, 2] {
        let mut rng = dice(lots);
        let mut position =
            G::start(&options, seats, Chance::new(Seed::from_number(6)), &mut DiscardEvents).unwrap();
        let mut found = Vec::new();
        for _ in 0..MAX_LEN {
            let Some(seat) = position.status().to_act().first() else { break };
            let view = position.seen(Viewer::Seat(seat));
            let legal = &view.legal;
            if legal.len() > 1 {
                found.push((legal.len(), position.clone()));
            }
            let input: BotInput<'_, G> = BotInput { rules: 1, options: &options, seat, view: &view };
            let action = if lots > 0 && below(&mut rng, 2) == 0 {
                legal[below(&mut rng, legal.len() as u32) as usize]
            } else {
                G::heuristic(input, &mut rng)
            };
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let step = (found.len() / OF_EACH).max(1);
        let longest = found.iter().max_by_key(|(choices, _)| *choices).cloned();
        let spread = found.into_iter().step_by(step).take(OF_EACH);
        let decision = |(choices, position)| Decision { options, position, choices };
        chosen.extend(longest.into_iter().chain(spread).map(decision));
    }
    chosen.sort_by_key(|decision| std::cmp::Reverse(decision.choices));
    chosen
}

/// Runs the code for every table at the edge of what can be set, of one game.
macro_rules! at_extreme_tables {
    ($check:ident, $game:ty) => {
        for (settings, seats) in <$game as Extremes>::TABLES {
            $check::<$game>(settings, *seats);
        }
    };
}

trait Extremes: Searchable {
    /// Settings and seats.
    const TABLES: &'static [(&'static str, u8)];
}

impl Extremes for OneCard {
    const TABLES: &'static [(&'static str, u8)] = &[
        ("decks=8,initial_cards=206,may_draw=on", 2),
        ("decks=8,initial_cards=50,play_drawn=on,redirect=suit_or_rank", 8),
        ("decks=8,initial_cards=206,multi=on", 2),
        ("decks=8,initial_cards=50,multi=on,rounds=1000", 8),
    ];
}

impl Extremes for Gomoku {
    const TABLES: &'static [(&'static str, u8)] =
        &[("size=25", 2), ("size=25,exact_five=on", 2), ("size=25,dead_draw=off", 3)];
}

impl Extremes for Golf {
    const TABLES: &'static [(&'static str, u8)] = &[
        ("packs=2,steal=on,flip_on_discard=on", 8),
        ("packs=2,steal=on,end_rule=first_out_plus_one", 8),
        ("peers=on,steal=on", 4),
    ];
}

impl Extremes for Chicago {
    const TABLES: &'static [(&'static str, u8)] = &[("one_up=on", 4), ("must_chicago=on", 2), ("", 3)];
}

impl Extremes for Sorry {
    const TABLES: &'static [(&'static str, u8)] =
        &[("deck=uniform,dialect=unity", 4), ("classic_sorry=on,must_advance_11=on", 2)];
}

type Search<G> = fn(&Decision<G>, Budget<'_>);

/// Every way to search a game, by name.
fn searches<G: Searchable>() -> Vec<(&'static str, Search<G>)> {
    fn weigh<G: Searchable>(decision: &Decision<G>, effort: Effort, budget: Budget<'_>) {
        decision.ask(|input| drop(G::evaluate(input, effort, &mut dice(1), budget)));
    }
    vec![
        ("medium", |decision, budget| weigh(decision, Effort::Medium, budget)),
        ("hard", |decision, budget| weigh(decision, Effort::Hard, budget)),
        ("expert", |decision, budget| weigh(decision, Effort::Expert, budget)),
        ("tree", |decision, budget| {
            decision.ask(|input| drop(tree_search(input, 1_000, &mut dice(1), budget)));
        }),
    ]
}

/// The work counted between two questions is bounded, whatever the searches report.
fn little_is_done_between_two_questions<G: Searchable>(settings: &str, seats: u8) {
    /// Enough to see every phase of a search.
    const QUESTIONS: u32 = 30;
    let decisions = decisions::<G>(settings, seats);
    // One step looks at all choices and cannot be interrupted. A view holds several values for each.
    let longest_list = decisions.iter().map(|decision| decision.choices).max().unwrap_or_default();
    let most = u64::from(2 * WORK_BETWEEN_QUESTIONS) + 64 * longest_list as u64;
    for decision in decisions {
        for (search, run) in searches::<G>() {
            let (last, widest, asked) = (Cell::new(done::so_far()), Cell::new(0), Cell::new(0));
            let since = || {
                let now = done::so_far();
                widest.set(widest.get().max(now - last.replace(now)));
            };
            let stop = || {
                since();
                asked.set(asked.get() + 1);
                asked.get() >= QUESTIONS
            };
            run(&decision, Budget { simulations: u32::MAX, stop: &stop });
            since();
            let what = format!("{} {settings} {seats} {search}, {} choices", G::NAME, decision.choices);
            assert!(asked.get() > 0, "{what}: never asked");
            assert!(asked.get() <= QUESTIONS, "{what}: asked again after a stop");
            assert!(widest.get() <= most, "{what}: {} of {most}", widest.get());
        }
    }
}

/// What this thread has used of a processor. A wall clock would tell how busy the machine is.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// How long a level takes that is stopped after this time.
fn time_of<G: Searchable>(level: Level, decision: &Decision<G>, limit: Duration) -> Duration {
    let from = processor_time();
    let stop = || processor_time() - from >= limit;
    let budget = Budget { simulations: u32::MAX, stop: &stop };
    decision.ask(|input| level.bot::<G>().choose(input, &mut dice(1), budget));
    processor_time() - from
}

/// Every level answers in the time that it promises, and soon after a stop, whenever that comes.
fn every_level_keeps_its_promise<G: Searchable>(settings: &str, seats: u8) {
    /// Soon enough to find out at many decisions.
    const EARLY: Duration = Duration::from_millis(20);
    let promised = |level: Level| Duration::from_millis(level.max_response_ms().into());
    let limit = |level: Level| Duration::from_millis(level.time_limit_ms().into());
    for (number, decision) in decisions::<G>(settings, seats).iter().enumerate() {
        for level in Level::ALL {
            let what = || format!("{} {settings} {seats} {level}, {} choices", G::NAME, decision.choices);
            let took = time_of(level, decision, EARLY);
            let most = EARLY + promised(level) - limit(level);
            let searches = level >= Level::Medium;
            assert!(took <= if searches { most } else { promised(level) }, "{}: {took:?}", what());
            if searches && number == 0 {
                let took = time_of(level, decision, limit(level));
                assert!(took <= promised(level), "{}: {took:?}", what());
            }
        }
    }
}

macro_rules! tests_of {
    ($($game:ident: $type:ty),*) => {
        $(mod $game {
            use super::*;

            #[test]
            fn little_is_done_between_two_questions_at_extreme_tables() {
                at_extreme_tables!(little_is_done_between_two_questions, $type);
            }

            #[test]
            fn every_level_keeps_its_promise_at_extreme_tables() {
                at_extreme_tables!(every_level_keeps_its_promise, $type);
            }
        })*
    };
}

tests_of!(chicago: Chicago, golf: Golf, gomoku: Gomoku, onecard: OneCard, sorry: Sorry);
