//! What the clock and bots may choose where old programs sit.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use bots::{Budget, Level};
use game::options::RawOptions;
use game::{Seat, Seed, dice};
use games::Kind;
use protocol::{GameJson, LegacyProtocol};
use serde_json::Value;

use super::{LegacyTable, TableGame};
use crate::legacy_rules::{LegacyRules, NoLegacyRules};

/// Programs that survive nothing but the left column, the lowest crossing first.
#[derive(Debug)]
struct LeftColumn;

fn crossing(action: &GameJson) -> (i64, i64) {
    let action: Value = serde_json::from_str(action.get()).unwrap();
    (action["place"]["x"].as_i64().unwrap(), action["place"]["y"].as_i64().unwrap())
}

impl LegacyRules for LeftColumn {
    fn survivable(&self, protocol: LegacyProtocol, legal: &[GameJson]) -> Vec<GameJson> {
        assert_eq!(protocol, LegacyProtocol::Gomoku);
        legal.iter().rev().filter(|action| crossing(action).0 == 0).cloned().collect()
    }

    fn deals(&self, _: &str, _: &RawOptions) -> bool {
        false
    }
}

fn table(rules: Option<Arc<dyn LegacyRules>>) -> TableGame {
    let legacy = rules.map(|rules| LegacyTable { protocol: LegacyProtocol::Gomoku, rules });
    let newest = *Kind::Gomoku.face().rules().end();
    TableGame::deal(
        Kind::Gomoku,
        newest,
        &RawOptions::default(),
        3,
        game::Chance::new(Seed::from_number(1)),
        legacy,
    )
    .unwrap()
}

fn plays(game: &mut TableGame, seat: u8, x: u8, y: u8) {
    let action = format!(r#"{{"place":{{"x":{x},"y":{y}}}}}"#);
    let attempt = game.attempt(Seat::of(seat), &action).unwrap();
    game.accept(attempt, super::ChosenBy::Person);
}

#[test]
fn the_clock_and_bots_choose_what_old_programs_survive() {
    let game = table(Some(Arc::new(LeftColumn)));
    assert_eq!(crossing(&game.default_action(Seat::of(0))), (0, 14), "what the clock prefers");
    for level in [Level::Random, Level::Casual] {
        for number in 0..10 {
            let budget = Budget::simulations(10);
            let chosen = game.bot_task(Seat::of(0), level).decide(&mut dice(number), budget);
            assert_eq!(crossing(&chosen.unwrap()).0, 0, "{level}");
        }
    }
    // Others may play anything legal.
    assert!(game.attempt(Seat::of(0), r#"{"place":{"x":9,"y":9}}"#).is_ok());
}

#[test]
fn without_such_programs_and_when_nothing_is_survived_anything_legal_may_be_chosen() {
    for rules in [None, Some(Arc::new(NoLegacyRules) as Arc<dyn LegacyRules>)] {
        assert_eq!(crossing(&table(rules).default_action(Seat::of(0))), (7, 7));
    }
    let mut game = table(Some(Arc::new(LeftColumn)));
    for y in 0..15 {
        plays(&mut game, y % 3, 0, y);
    }
    assert_eq!(crossing(&game.default_action(Seat::of(0))), (7, 7));
}
