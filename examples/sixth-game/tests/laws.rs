//! Pig keeps the laws that every game keeps.

use game::laws::Laws;
use game::{Chance, DiscardEvents, Game, Seat, Seed, Status};
use sixth_game::pig::{Action, Pig, PigOptions, Refusal};

#[test]
fn the_laws_hold_at_every_kind_of_table() {
    let tables = Laws::<Pig>::without_secrets().table("", 2).table("", 5).table("goal=30", 8).extremes();
    let report = tables.games(40).thorough_every(200).hold();
    assert!(report.games >= 200, "{report:?}");
}

#[test]
fn a_one_ends_the_turn_and_what_is_held_counts() {
    let chance = Chance::new(Seed::from_number(1));
    let mut pig = Pig::start(&PigOptions::default(), 2, chance, &mut DiscardEvents).unwrap();
    let first = Seat::of(0);
    assert_eq!(pig.check_rule(first, Action::Hold), Err(Refusal::NothingRolled));
    let mut collected = 0;
    loop {
        pig.play(first, Action::Roll, &mut DiscardEvents).unwrap();
        let seen = pig.seen(game::Viewer::Watcher);
        if seen.view.pips == Some(1) {
            break;
        }
        collected += u32::from(seen.view.pips.unwrap());
        assert_eq!(seen.view.collected, collected);
    }
    assert_eq!((pig.scores()[first], pig.turn()), (0, 2));
    let second = Seat::of(1);
    while pig.status().to_act().contains(second) && pig.view(game::Viewer::Watcher).collected == 0 {
        pig.play(second, Action::Roll, &mut DiscardEvents).unwrap();
    }
    if pig.status().to_act().contains(second) {
        let kept = pig.view(game::Viewer::Watcher).collected;
        pig.play(second, Action::Hold, &mut DiscardEvents).unwrap();
        assert_eq!(i64::from(pig.scores()[second]), i64::from(kept));
    }
    assert!(matches!(pig.status(), Status::ToAct(_)));
}
