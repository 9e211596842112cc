//! What is counted of a game is what happened in it, in every game of the archive.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use game::face::FaceReplay;
use game::{FigureSum, Seat, Viewer, Voice};
use games::Kind;
use serde_json::Value;

/// A game of the archive: its figures by seat and key, and all that happened, as JSON.
struct Counted {
    name: String,
    replay: Box<dyn FaceReplay>,
    sums: BTreeMap<(Seat, &'static str), FigureSum>,
    events: Vec<Value>,
}

impl Counted {
    fn sum(&self, seat: Seat, key: &'static str) -> i64 {
        self.sums.get(&(seat, key)).map_or(0, |sum| sum.sum)
    }

    fn all(&self, key: &'static str) -> i64 {
        self.seats().map(|seat| self.sum(seat, key)).sum()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.replay.seats())
    }

    fn events(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.events.iter().filter_map(move |event| event.get(name))
    }

    fn scores(&self) -> Vec<i64> {
        let last = self.replay.steps().last().unwrap();
        last.scores().as_slice().iter().map(|score| i64::from(*score)).collect()
    }
}

fn archive(kind: Kind) -> Vec<Counted> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("archive").join(kind.name());
    let mut games = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        for (line, number) in std::fs::read_to_string(&path).unwrap().lines().zip(1..) {
            let replay = kind.face().replay(line).unwrap();
            let viewer = Viewer::Everything(replay.unveiled().unwrap());
            let voice = Voice::new(Vec::new());
            let mut events = Vec::new();
            for step in replay.steps() {
                let happened = step.events(viewer, &voice).into_iter();
                events.extend(happened.map(|event| serde_json::from_str(event.event.get()).unwrap()));
            }
            let sums = replay.figures().sums().map(|(seat, key, sum)| ((seat, key), sum)).collect();
            games.push(Counted { name: format!("{}, line {number}", path.display()), replay, sums, events });
        }
    }
    assert!(!games.is_empty());
    games
}

#[test]
fn every_game_has_figures_with_keys_of_their_own_and_notes_no_others() {
    for &kind in Kind::ALL {
        let specs = kind.face().figures();
        let keys: BTreeSet<_> = specs.iter().map(|spec| spec.key).collect();
        assert!(!keys.is_empty(), "{kind}");
        assert_eq!(keys.len(), specs.len(), "{kind}");
        assert!(specs.iter().all(|spec| !spec.title.is_empty()));
        for game in archive(kind) {
            assert!(game.sums.keys().all(|(_, key)| keys.contains(key)), "{}: {:?}", game.name, game.sums);
        }
    }
}

#[test]
fn chicago_counts_calls_hands_and_last_tricks() {
    let (mut called, mut paid) = (0, 0);
    for game in archive(Kind::Chicago) {
        let made = game.events("chicago_made").count() as i64;
        let failed = game.events("chicago_failed").count() as i64;
        assert_eq!(game.all("chicagos_made"), made, "{}", game.name);
        assert_eq!(game.all("chicagos_called"), made + failed, "{}", game.name);
        called += made + failed;
        let last = game.events("trick_won").filter(|trick| trick["trick"] == 5).count() as i64;
        assert_eq!(game.all("last_tricks_won"), last, "{}", game.name);
        let hands: i64 = kind_keys("paid_").iter().map(|key| game.all(key)).sum();
        let expected = game.events("hand_paid").filter(|hand| !hand["award"]["paid"].is_null()).count();
        assert_eq!(hands, expected as i64, "{}", game.name);
        paid += hands;
    }
    assert!(called > 0 && paid > 0, "the archive shows both");
}

fn kind_keys(prefix: &str) -> Vec<&'static str> {
    let specs = Kind::Chicago.face().figures().iter();
    specs.map(|spec| spec.key).filter(|key| key.starts_with(prefix)).collect()
}

#[test]
fn golf_counts_rounds_and_steals() {
    let mut steals = 0;
    for game in archive(Kind::Golf) {
        let rounds = game.events("round_scored").count() as u64;
        for (seat, score) in game.seats().zip(game.scores()) {
            let mean = game.sums[&(seat, "round_mean")];
            assert_eq!((mean.samples, mean.sum), (rounds, score), "{}", game.name);
            let (best, worst) = (game.sums[&(seat, "round_best")].min, game.sums[&(seat, "round_worst")].max);
            assert!(best <= worst && best * rounds as i64 <= score && score <= worst * rounds as i64);
        }
        let stole = game.events("stole").count() as i64;
        assert_eq!((game.all("steals"), game.all("stolen_from")), (stole, stole), "{}", game.name);
        steals += stole;
    }
    assert!(steals > 0, "somebody steals in the archive");
}

#[test]
fn gomoku_counts_the_pebbles_of_wins_for_the_winner_alone() {
    let mut wins = 0;
    for game in archive(Kind::Gomoku) {
        let won = game.events("won").next();
        let pebbles = game.replay.actions() as i64;
        match won {
            Some(won) => {
                let winner: Seat = serde_json::from_value(won["seat"].clone()).unwrap();
                assert_eq!(game.sums.len(), 3, "{}", game.name);
                assert_eq!(game.sums[&(winner, "win_length_mean")], FigureSum::of(pebbles), "{}", game.name);
                wins += 1;
            }
            None => assert!(game.sums.is_empty(), "{}", game.name),
        }
    }
    assert!(wins > 0);
}

#[test]
fn sorry_counts_bumps_for_both_sides() {
    let mut bumps = 0;
    for game in archive(Kind::Sorry) {
        let bumped: Vec<_> = game.events("bumped").collect();
        let of_others = bumped.iter().filter(|bump| bump["seat"] != bump["by"]).count() as i64;
        assert_eq!(game.all("bumps_taken"), bumped.len() as i64, "{}", game.name);
        assert_eq!(game.all("bumps_given"), of_others, "{}", game.name);
        assert_eq!(game.all("sorry_cards"), game.events("sorry").count() as i64, "{}", game.name);
        bumps += of_others;
    }
    assert!(bumps > 0);
}

#[test]
fn one_card_counts_cards_left_and_reshuffles() {
    let mut reshuffles = 0;
    for game in archive(Kind::OneCard) {
        let shuffled = game.events("reshuffled").count() as i64;
        for (seat, score) in game.seats().zip(game.scores()) {
            assert_eq!(game.sum(seat, "cards_left_mean"), -score, "{}", game.name);
            assert_eq!(game.sum(seat, "reshuffles_survived"), shuffled, "{}", game.name);
        }
        assert_eq!(game.all("rounds_won"), game.events("round_won").count() as i64, "{}", game.name);
        reshuffles += shuffled;
    }
    assert!(reshuffles > 0);
}

#[test]
fn a_game_that_stops_before_its_end_has_no_figures() {
    let name = Path::new(env!("CARGO_MANIFEST_DIR")).join("archive").join(Kind::Sorry.name());
    let path = std::fs::read_dir(name).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(path).unwrap();
    let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    record["actions"].as_array_mut().unwrap().pop();
    let stopped = Kind::Sorry.face().replay(&record.to_string()).unwrap();
    assert_eq!(stopped.figures().sums().count(), 0);
}
