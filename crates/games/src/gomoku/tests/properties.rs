//! What holds after every pebble of every game, checked against plain counting over the whole board.

use game::playthrough::random_record;
use game::{Imagine, Record, Replay};
use proptest::prelude::*;

use super::*;

/// The longest unbroken line of each player's pebbles through a crossing, by stepping from crossing to crossing.
fn lengths(position: &Gomoku, at: Crossing) -> [usize; 4] {
    let owner = position.pebble(at);
    [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(across, down)| {
        let one_way = |sign: i8| {
            (1..)
                .map(|steps: i8| Crossing::new(at.x + sign * across * steps, at.y + sign * down * steps))
                .take_while(|next| position.pebble(*next) == owner)
                .count()
        };
        one_way(1) + one_way(-1) + 1
    })
}

/// Whether any row on the whole board wins.
fn somebody_has_won(position: &Gomoku) -> bool {
    Crossing::all(position.lines).filter(|at| position.pebble(*at).is_some()).any(|at| {
        lengths(position, at).into_iter().any(|length| length == 5 || length > 5 && !position.exact_five)
    })
}

fn check(settings: &str, seats: u8, seed: u64) -> Result<(), TestCaseError> {
    let options = options::<Gomoku>(settings);
    let record = random_record::<Gomoku>(&options, seats, Seed::from_number(seed), seed, 1_000).unwrap();
    let replay = Replay::<Gomoku>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
    let windows = all_windows(options.size.get() as i8);
    for step in replay.steps() {
        let position = step.position;
        let free: Vec<_> = Crossing::all(position.lines)
            .filter(|at| position.pebble(*at).is_none())
            .map(Action::Place)
            .collect();
        prop_assert_eq!(position.free.actions(), free.as_slice());
        prop_assert_eq!(usize::from(position.pebbles()), step.number);
        prop_assert_eq!(somebody_has_won(&position), position.end == Some(GameEnd::Row));
        let dead = windows.iter().all(|window| is_dead(&position, window));
        match position.end {
            Some(GameEnd::Row) => {}
            Some(GameEnd::BoardFull) => prop_assert!(free.is_empty()),
            Some(GameEnd::NoRowLeft) => prop_assert!(dead && options.dead_draw),
            None => prop_assert!(!(free.is_empty() || dead && options.dead_draw)),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_end_comes_exactly_when_plain_counting_says_so(
        seed: u64, size in 10u8..=13, exact: bool, dead: bool, seats in 2u8..=3, first in 1u8..=2,
    ) {
        let switch = |on| if on { "on" } else { "off" };
        let (exact, dead) = (switch(exact), switch(dead));
        check(&format!("size={size},exact_five={exact},dead_draw={dead},first={first}"), seats, seed)?;
    }

    #[test]
    fn a_view_with_anything_in_it_is_imagined_without_panic(
        rows in proptest::collection::vec("[.1234x]{0,25}", 0..30), x: i8, y: i8, seats in 2u8..=3,
    ) {
        let mut view = fresh("size=10", seats).seen(Viewer::Watcher);
        view.view.rows = rows.iter().map(|row| row.parse().unwrap()).collect();
        view.view.last = Some(Crossing::new(x, y));
        let imagined = Gomoku::imagine(1, &options::<Gomoku>("size=10"), Seat::of(0), &view, &mut game::dice(1));
        prop_assert!(imagined.pebbles() <= 100);
    }
}
