//! Positions of Gomoku for two with proven wins: the engine finds them, and what it calls a win is one.
//!
//! The long form, `PARLOR_TACTICS=300 cargo nextest run -p bots --test tactics`, asks 300 of them.

#[path = "tactics/prover.rs"]
mod prover;

use bots::{BotInput, Budget, GomokuEngine, GomokuThought, Heuristic};
use game::{Chance, DiscardEvents, FastRng, Game, Seat, Seed, Viewer, below, dice};
use games::gomoku::{Action, Crossing, Gomoku, GomokuOptions};

use self::prover::Plain;

/// Wins of this many plies are asked about.
const PLIES: std::ops::RangeInclusive<u32> = 5..=15;
/// About a second of the engine on a quiet core of the test machine.
const NODES: u32 = 300_000;
const BYTES: usize = 1 << 22;

fn plain(position: &Gomoku) -> Plain {
    let view = position.seen(Viewer::Watcher);
    let mut board = Plain::new(view.lines());
    for crossing in Crossing::all(view.lines()) {
        if let Some(owner) = view.pebble(crossing) {
            board.put((crossing.x.into(), crossing.y.into()), 1 + owner.number());
        }
    }
    board
}

/// The first position of a game in which the player to move has a proven win that is not too short; the game is played by rules
/// of thumb after a few random moves near the middle.
fn proven_win(game: u64) -> Option<Gomoku> {
    let options = GomokuOptions::default();
    let mut rng: FastRng = dice(100 + game);
    let chance = Chance::new(Seed::from_number(51).nth(game));
    let mut position = Gomoku::start(&options, 2, chance, &mut DiscardEvents).ok()?;
    for step in 0.. {
        let seat = position.status().to_act().first()?;
        let view = position.seen(Viewer::Seat(seat));
        if step >= 8 {
            let mut nodes = 150;
            let plies = plain(&position).win_by_fours(1 + seat.number(), 7, &mut nodes);
            if plies.is_some_and(|plies| PLIES.contains(&plies)) {
                return Some(position);
            }
        }
        let action = if step < 6 {
            Action::place(4 + below(&mut rng, 7) as i8, 4 + below(&mut rng, 7) as i8)
        } else {
            Gomoku::heuristic(BotInput { rules: 1, options: &options, seat, view: &view }, &mut rng)
        };
        let action = if view.legal.contains(&action) { action } else { view.legal[0] };
        position.play(seat, action, &mut DiscardEvents).ok()?;
    }
    None
}

fn think(position: &Gomoku, engine: &mut GomokuEngine, nodes: u32) -> (Seat, Option<GomokuThought>) {
    let options = GomokuOptions::default();
    let seat = position.status().to_act().first().expect("somebody is to act");
    let view = position.seen(Viewer::Seat(seat));
    engine.next_move();
    let input = BotInput { rules: 1, options: &options, seat, view: &view };
    (seat, engine.think(input, 0, Budget::simulations(nodes)))
}

/// Whether the player to move wins against the engine's best defence.
fn is_won(mut position: Gomoku) -> bool {
    let attacker = position.status().to_act().first();
    let mut engines = [GomokuEngine::with_bytes(BYTES), GomokuEngine::with_bytes(BYTES)];
    while let Some(seat) = position.status().to_act().first() {
        let nodes = if Some(seat) == attacker { NODES } else { NODES / 30 };
        let (_, thought) = think(&position, &mut engines[seat.index()], nodes);
        let Some(thought) = thought else { return false };
        position.play(seat, thought.action, &mut DiscardEvents).expect("a legal move");
    }
    attacker.is_some_and(|attacker| {
        position.status().outcome().is_some_and(|outcome| outcome.winners.contains(attacker))
    })
}

#[test]
fn proven_wins_are_found_and_what_is_called_a_win_is_one() {
    let wanted: usize = std::env::var("PARLOR_TACTICS").map_or(12, |count| count.parse().expect("a number"));
    let positions: Vec<Gomoku> = (0..20_000).filter_map(proven_win).take(wanted).collect();
    assert_eq!(positions.len(), wanted);
    let mut solved = 0;
    for position in positions {
        let (_, thought) = think(&position, &mut GomokuEngine::with_bytes(BYTES), NODES);
        let claims = thought.is_some_and(|thought| thought.value > 0.5 && thought.decided_in.is_some());
        if claims {
            assert!(is_won(position.clone()), "called a win, and lost: {:?}", position.seen(Viewer::Watcher));
            solved += 1;
        }
    }
    assert!(100 * solved >= 95 * wanted, "{solved} of {wanted}");
}
