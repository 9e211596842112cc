use std::collections::BTreeMap;

use game::{Chance, Game, Seat, Seed, Silent, Viewer};
use games::{Kind, with_game};
use serde::Serialize;

use super::write;

fn same(thing: &impl Serialize) {
    let mut written = Vec::new();
    write(&mut written, thing).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(thing).unwrap());
}

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(i8, String),
    Struct { field: Option<bool>, nothing: () },
    Empty {},
}

#[derive(Serialize)]
struct Empty {}

#[test]
fn every_shape_is_written_as_everybody_writes_it() {
    same(&[Shape::Unit, Shape::Newtype(7), Shape::Tuple(-128, "x".into())]);
    same(&Shape::Struct { field: Some(true), nothing: () });
    same(&(u64::MAX, i64::MIN, 0_u8, 9_i8, 10_u16, -10_i32, 100_u32, 1.5_f32, -0.25_f64, 'é', '"'));
    same(&"quote \" backslash \\ line \n return \r tab \t bell \u{7} back \u{8} form \u{c} nul \0 🂡 é");
    same(&(Vec::<u8>::new(), BTreeMap::<u8, u8>::new(), Empty {}, [Shape::Empty {}]));
    same(&BTreeMap::from([(1, vec!["a"]), (2, Vec::new())]));
    same(&BTreeMap::from([("a \"key\"", None), ("b", Some([0_u8; 3]))]));
    let mut out = Vec::new();
    assert!(write(&mut out, &BTreeMap::from([(vec![1], 2)])).is_err());
}

/// Plays random games of a kind to their end.
fn every_view_of<G: Game>() {
    for seed in 0..2_u8 {
        let options = G::Options::default();
        let seats = G::USUAL_SEATS;
        let mut position =
            G::start(&options, seats, Chance::new(Seed::from_bytes([seed; 32])), &mut Silent).unwrap();
        let mut dice = game::dice(u64::from(seed));
        while let Some(seat) = position.status().to_act().iter().next() {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            let action = legal[game::below(&mut dice, legal.len() as u32) as usize];
            let mut told = game::Told::new();
            position.play(seat, action, &mut told).unwrap();
            same(&action);
            if game::below(&mut dice, 10) > 0 {
                // Not all of a long game: this is slow where nothing is optimised.
                continue;
            }
            for viewer in (0..seats).map(|seat| Viewer::Seat(Seat::of(seat))).chain([Viewer::Watcher]) {
                same(&position.view(viewer));
                told.to(viewer).for_each(same);
            }
        }
    }
}

#[test]
fn every_view_action_and_event_of_every_game_is_written_as_everybody_writes_it() {
    for kind in Kind::ALL {
        with_game!(kind, G => every_view_of::<G>());
    }
}
