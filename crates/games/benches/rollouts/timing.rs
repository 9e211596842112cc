//! Wall-clock speed.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use game::{Chance, DiscardEvents, Game, Seat, Seed, Viewer, below, dice};
use games::{Kind, with_game};

/// One measurement lasts so long; the best of a few counts, since noise only ever slows down.
const SLICE: Duration = Duration::from_millis(300);
const SLICES: u32 = 5;

pub(crate) struct Speed {
    pub(crate) games_per_second: f64,
    pub(crate) actions_per_second: f64,
    pub(crate) clone_nanoseconds: f64,
    pub(crate) view_nanoseconds: f64,
}

pub(crate) fn measure_named(kind: Kind, seats: u8) -> Speed {
    with_game!(kind, G => measure::<G>(seats))
}

/// Plays these games of the series and returns the number of actions.
pub(crate) fn play<G: Game>(seats: u8, games: Range<u64>) -> u64 {
    let options = G::Options::default();
    let mut dice = dice(games.start);
    let mut legal = Vec::new();
    let mut actions = 0;
    for number in games {
        // Seeds need only differ here; deriving them as a series does would be measured too.
        let chance = Chance::new(Seed::from_number(number));
        let mut position = G::deal(1, &options, seats, chance, &mut DiscardEvents);
        while let Some(seat) = position.status().to_act().first() {
            legal.clear();
            position.legal_actions(seat, &mut legal);
            let action = legal[below(&mut dice, legal.len() as u32) as usize];
            let refused = position.play(seat, action, &mut DiscardEvents).is_err();
            assert!(!refused, "a listed action was refused");
            actions += 1;
        }
        black_box(&position);
    }
    actions
}

fn measure<G: Game>(seats: u8) -> Speed {
    let mut best = (0.0, 0.0);
    let mut next = 0;
    for _ in 0..SLICES {
        let (mut games, mut actions) = (0, 0);
        let started = Instant::now();
        while started.elapsed() < SLICE {
            actions += play::<G>(seats, next..next + 8);
            next += 8;
            games += 8;
        }
        let seconds = started.elapsed().as_secs_f64();
        if actions as f64 / seconds > best.1 {
            best = (f64::from(games) / seconds, actions as f64 / seconds);
        }
    }
    let positions = positions_on_the_way::<G>(seats);
    let clone_nanoseconds = nanoseconds_each(&positions, |position| {
        black_box(position.clone());
    });
    let view_nanoseconds = nanoseconds_each(&positions, |position| {
        let seat = position.status().to_act().first().unwrap_or(Seat::of(0));
        black_box(position.seen(Viewer::Seat(seat)));
    });
    Speed { games_per_second: best.0, actions_per_second: best.1, clone_nanoseconds, view_nanoseconds }
}

/// Positions from all stages of a few games.
fn positions_on_the_way<G: Game>(seats: u8) -> Vec<G> {
    let mut positions = Vec::new();
    let mut dice = dice(1);
    for number in 0..8 {
        let chance = Chance::new(Seed::from_number(number));
        let mut position = G::deal(1, &G::Options::default(), seats, chance, &mut DiscardEvents);
        while let Some(seat) = position.status().to_act().first() {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            let action = legal[below(&mut dice, legal.len() as u32) as usize];
            position.apply(seat, action, &mut DiscardEvents);
            if below(&mut dice, 8) == 0 && positions.len() < 1_000 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

fn nanoseconds_each<G: Game>(positions: &[G], run: impl Fn(&G)) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let started = Instant::now();
        positions.iter().for_each(|position| run(black_box(position)));
        best = best.min(started.elapsed().as_nanos() as f64 / positions.len() as f64);
    }
    best
}
