//! The rules do not allocate: not to clone a position, list what is legal, check, apply, or find the default.

use game::laws::extreme_tables;
use game::{Chance, DiscardEvents, Game, Seat, Seed, Viewer, below, dice};
use games::{Kind, with_game};

/// Enough steps to reach every phase and several reshuffles.
const STEPS: usize = 20_000;

fn allocations<G: Game>(options: &G::Options, seats: u8, steps: usize) -> u64 {
    let mut dice = dice(3);
    // The longest list of any game of the server fits.
    let mut legal = Vec::with_capacity(4_096);
    let mut number = 0;
    let mut deal = || {
        number += 1;
        G::deal(1, options, seats, Chance::new(Seed::from_number(number)), &mut DiscardEvents)
    };
    let measured = allocation_counter::measure(|| {
        let mut position = deal();
        for _ in 0..steps {
            let Some(seat) = position.status().to_act().first() else {
                position = deal();
                continue;
            };
            legal.clear();
            position.legal_actions(seat, &mut legal);
            let action = legal[below(&mut dice, legal.len() as u32) as usize];
            let mut copy = position.clone();
            let default = copy.default_action(seat);
            assert!(copy.check(seat, default).is_ok());
            copy.apply(seat, default, &mut DiscardEvents);
            assert!(position.play(seat, action, &mut DiscardEvents).is_ok());
            assert_eq!(position.scores().seats(), seats);
        }
    });
    measured.count_total
}

#[test]
fn playing_allocates_nothing() {
    for &kind in Kind::ALL {
        let book = kind.spec();
        for seats in [book.min_seats, book.default_seats] {
            let count = with_game!(kind, G => allocations::<G>(&Default::default(), seats, STEPS));
            assert_eq!(count, 0, "{kind}, {seats} players");
        }
    }
}

#[test]
fn playing_at_the_extremes_of_the_options_allocates_nothing() {
    for &kind in Kind::ALL {
        with_game!(kind, G => {
            for (options, seats) in extreme_tables::<G>() {
                let count = allocations::<G>(&options, seats, STEPS / 20);
                assert_eq!(count, 0, "{kind}, {seats} players, {options:?}");
            }
        });
    }
}

#[test]
fn the_count_is_real_because_views_do_allocate() {
    let kind = Kind::ALL[0];
    let count = with_game!(kind, G => {
        let position = G::deal(1, &<G as Game>::Options::default(), G::DEFAULT_SEATS, Chance::new(Seed::from_number(1)), &mut DiscardEvents);
        allocation_counter::measure(|| drop(position.seen(Viewer::Seat(Seat::of(0))))).count_total
    });
    assert!(count > 0);
}
