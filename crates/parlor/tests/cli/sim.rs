//! `parlor sim`: plays, counts, and prints the same for the same seed.

use serde_json::{Value, json};

use super::helped::{GAMES, fine, fine_json, records};

/// The result without what depends on the machine.
fn result(args: &[&str]) -> Value {
    let mut result = fine_json(&[args, &["--json"]].concat());
    let fields = result.as_object_mut().expect("an object");
    for field in ["seconds", "games_per_second", "actions_per_second"] {
        assert!(
            fields.remove(field).and_then(|value| value.as_f64()).is_some_and(|value| value > 0.0),
            "{field}"
        );
    }
    result
}

#[test]
fn every_game_is_played_by_every_bot() {
    for game in GAMES.iter().copied() {
        for bots in ["random", "casual", "casual,random", "random,casual"] {
            let result = result(&["sim", game, "--games", "6", "--bots", bots, "--seed", "3"]);
            assert_eq!((&result["game"], &result["games"]), (&json!(game), &json!(6)), "{game}, {bots}");
            let players = result["players"].as_u64().unwrap();
            let named: Vec<_> = result["bots"].as_array().unwrap().iter().map(|row| &row["bot"]).collect();
            assert_eq!(named.len() as u64, players);
            assert_eq!(named[0], bots.split(',').next().unwrap());
            assert_eq!(
                *named.last().unwrap(),
                bots.split(',').next_back().unwrap(),
                "the last bot fills the rest"
            );
        }
    }
}

#[test]
fn wins_draws_and_lengths_add_up() {
    for game in GAMES.iter().copied() {
        let result = result(&["sim", game, "--games", "40", "--seed", "5"]);
        let sum = |rows: &str, field: &str| -> f64 {
            result[rows].as_array().unwrap().iter().map(|row| row[field].as_f64().unwrap()).sum()
        };
        let number = |field: &str| result[field].as_f64().unwrap();
        for rows in ["bots", "seats"] {
            let decided = (number("games") - number("draws")) / number("games");
            assert!((sum(rows, "win_rate") - decided).abs() < 1e-9, "{game}, {rows}");
            assert!(sum(rows, "wins") >= number("games") - number("draws"));
        }
        assert!(number("shortest") <= number("mean_length") && number("mean_length") <= number("longest"));
        assert_eq!(number("actions"), number("mean_length") * number("games"));
    }
}

#[test]
fn bots_move_on_by_one_seat_from_game_to_game() {
    // A bot that wins all but a few games would win them all on one seat if it stayed there.
    let result = result(&["sim", "gomoku", "--games", "30", "--bots", "casual,random", "--seed", "2"]);
    assert!(result["bots"][0]["wins"].as_u64().unwrap() >= 28);
    for seat in result["seats"].as_array().unwrap() {
        assert!((8..=12).contains(&seat["wins"].as_u64().unwrap()), "{seat}");
    }
}

#[test]
fn players_are_set_by_the_flag_or_among_the_options() {
    let by_flag = result(&["sim", "onecard", "--games", "5", "--seed", "1", "--players", "7"]);
    let by_option = result(&["sim", "onecard", "--games", "5", "--seed", "1", "--options", "players=7"]);
    let by_both = result(&["sim", "onecard", "-g", "5", "--seed", "1", "-p", "7", "--options", "players=7"]);
    assert_eq!(by_flag["players"], 7);
    assert_eq!(by_flag, by_option);
    assert_eq!(by_flag, by_both);
}

#[test]
fn options_change_the_game_and_stand_in_the_result() {
    let result = result(&["sim", "golf", "--games", "2", "--options", "rounds=2, steal=on"]);
    assert_eq!(result["options"]["rounds"], 2);
    assert_eq!(result["options"]["steal"], "on");
    assert_eq!(result["options"]["values"], "bicycle");
}

#[test]
fn the_same_seed_gives_the_same_result_and_the_same_records_for_any_number_of_threads() {
    for kind in games::Kind::ALL {
        let (game, spec) = (kind.name(), kind.spec());
        let players = &spec.max_seats.min(3).to_string();
        let args = |threads| {
            ["sim", game, "--games", "100", "--seed", "99", "--players", players, "--threads", threads]
        };
        let one = result(&args("1"));
        assert_eq!(one, result(&args("2")), "{game}");
        assert_eq!(one, result(&args("9")), "{game}");
        let more = |threads| records(game, &["--threads", threads, "--bots", "casual,random"]);
        assert_eq!(more("1"), more("5"), "{game}");
    }
}

#[test]
fn shared_wins_are_counted_alike_by_one_thread_and_by_many() {
    // Thirds do not add up to the same sum in another order.
    let args = |threads| {
        [
            "sim",
            "golf",
            "--games",
            "3000",
            "--seed",
            "4",
            "--players",
            "4",
            "--options",
            "rounds=1",
            "-t",
            threads,
        ]
    };
    let one = result(&args("1"));
    assert!(one["shared_wins"].as_u64().unwrap() > 100);
    for _ in 0..3 {
        assert_eq!(one, result(&args("8")));
    }
}

#[test]
fn another_seed_gives_other_games_and_without_one_luck_decides() {
    let args = |seed| ["sim", "golf", "--games", "5", "--seed", seed];
    assert_ne!(result(&args("1")), result(&args("18446744073709551615")));
    let seed = |_| result(&["sim", "golf", "--games", "1"])["seed"].as_u64().unwrap();
    let seeds = [0, 1, 2].map(seed);
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

#[test]
fn the_seed_that_is_printed_gives_the_same_games_again() {
    let first = result(&["sim", "sorry", "--games", "7"]);
    let seed = first["seed"].as_u64().unwrap().to_string();
    assert_eq!(first, result(&["sim", "sorry", "--games", "7", "--seed", &seed]));
}

#[test]
fn the_result_is_told_in_words() {
    let text = fine(&["sim", "golf", "--games", "10", "--seed", "1", "--bots", "casual,random"]);
    for words in
        ["Six Card Golf: 10 games of 2 players, seed 1", "casual", "random", "draws", "games/s", "low wins"]
    {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    assert!(text.lines().all(|line| line.trim_end() == line), "blanks at the end of a line");
}

#[test]
fn more_threads_than_games_are_no_harm() {
    assert_eq!(result(&["sim", "gomoku", "--games", "1", "--threads", "1024"])["games"], 1);
}
