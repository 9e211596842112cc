//! `parlor arena`: everybody meets everybody.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::helped::{Folder, fine, fine_json, misunderstood, parlor, refused};

fn met<'a>(result: &'a Value, bot: &str) -> &'a Value {
    let all = result["match_ups"].as_array().expect("match-ups");
    all.iter().find(|met| met["bot"] == bot).unwrap_or_else(|| panic!("{result}"))
}

#[test]
fn everybody_meets_everybody_and_is_rated_with_an_error() {
    let args =
        ["arena", "onecard", "--bots", "random,easy,casual", "--games", "200", "--seed", "3", "--json"];
    let result = fine_json(&args);
    assert_eq!(result["match_ups"].as_array().map(Vec::len), Some(3));
    assert_eq!(result["ratings"][0]["bot"], "casual", "{result}");
    assert_eq!(result["ratings"][2]["bot"], "random", "{result}");
    for rated in result["ratings"].as_array().expect("ratings") {
        assert_eq!(rated["games"], 400);
        assert!(rated["error"].as_f64().is_some_and(|error| error > 5.0 && error < 60.0), "{rated}");
    }
    let (low, rate, high) = (
        &result["match_ups"][0]["win_low"],
        &result["match_ups"][0]["win_rate"],
        &result["match_ups"][0]["win_high"],
    );
    assert!(low.as_f64() < rate.as_f64() && rate.as_f64() < high.as_f64());
}

#[test]
fn the_same_seed_gives_the_same_result_on_any_number_of_threads() {
    let with = |threads| {
        fine(&[
            "arena",
            "sorry",
            "--bots",
            "expert,greedy",
            "--games",
            "40",
            "--seed",
            "5",
            "--threads",
            threads,
            "--json",
        ])
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn at_larger_tables_each_sits_once_against_the_others() {
    let args = [
        "arena",
        "gomoku",
        "--players",
        "3",
        "--bots",
        "casual,block",
        "--games",
        "6",
        "--seed",
        "1",
        "--json",
    ];
    let result = fine_json(&args);
    assert_eq!(met(&result, "casual")["against"], "2 × block");
    assert_eq!(met(&result, "block")["against"], "2 × casual");
    let sum = |met: &Value| {
        ["win_rate", "draw_rate", "loss_rate"]
            .iter()
            .map(|key| met[key].as_f64().expect("a rate"))
            .sum::<f64>()
    };
    assert!((sum(met(&result, "casual")) - 1.0).abs() < 1e-9);
}

#[test]
fn a_folder_holds_the_games_the_result_and_a_chart() {
    let folder = Folder::new();
    let out = folder.path("cup");
    let text =
        fine(&["arena", "golf", "--bots", "easy,casual", "--games", "4", "--seed", "1", "--out", &out]);
    assert!(
        text.contains("easy against casual") && text.contains("rating") && text.contains("low wins"),
        "{text}"
    );
    let result: Value =
        serde_json::from_str(&fs::read_to_string(format!("{out}/arena.json")).expect("a file"))
            .expect("JSON");
    assert_eq!(result["game"], "golf");
    let chart = fs::read_to_string(format!("{out}/chart.svg")).expect("a chart");
    assert!(
        chart.starts_with("<svg ") && chart.ends_with("</svg>\n") && chart.contains(">casual<"),
        "{chart}"
    );
    assert_eq!(fs::read_to_string(format!("{out}/games.jsonl")).expect("games").lines().count(), 5);
    // More games are played on top of those there are, and the seed is the folder's.
    fine(&["arena", "golf", "--bots", "easy,casual", "--games", "6", "--out", &out]);
    assert_eq!(fs::read_to_string(format!("{out}/games.jsonl")).expect("games").lines().count(), 7);
}

#[test]
fn a_killed_tournament_goes_on_and_ends_as_if_nothing_had_happened() {
    let folder = Folder::new();
    let args = |out: &str| {
        [
            "arena",
            "golf",
            "--bots",
            "medium,easy",
            "--games",
            "12",
            "--seed",
            "4",
            "--threads",
            "1",
            "--out",
            out,
        ]
        .map(str::to_owned)
    };
    let run = |out: &str| {
        let args = args(out);
        parlor(&args.each_ref().map(String::as_str))
    };
    let (cut, whole) = (folder.path("cut"), folder.path("whole"));
    let mut child = run(&cut).stdout(std::process::Stdio::null()).spawn().expect("the program starts");
    let games = format!("{cut}/games.jsonl");
    let deadline = Instant::now() + Duration::from_secs(120);
    while fs::read_to_string(&games).map_or(0, |text| text.lines().count()) < 3 {
        assert!(Instant::now() < deadline, "no games were kept");
        std::thread::yield_now();
    }
    child.kill().expect("a kill");
    child.wait().expect("an end");
    // As if it had been killed in the middle of a line.
    let mut text = fs::read_to_string(&games).expect("games");
    text.push_str("{\"m\":0,\"g\":5");
    fs::write(&games, text).expect("a file");
    assert!(run(&cut).output().expect("an end").status.success());
    assert!(run(&whole).output().expect("an end").status.success());
    let result = |out: &str| fs::read_to_string(format!("{out}/arena.json")).expect("a result");
    assert_eq!(result(&cut), result(&whole));
}

#[test]
fn another_tournament_in_the_folder_is_refused_and_nothing_is_lost() {
    let folder = Folder::new();
    let out = folder.path("cup");
    fine(&["arena", "sorry", "--bots", "easy,casual", "--games", "4", "--seed", "1", "--out", &out]);
    let before = fs::read_to_string(format!("{out}/games.jsonl")).expect("games");
    let why = refused(&["arena", "sorry", "--bots", "easy,random", "--games", "4", "--out", &out]);
    assert!(why.contains("holds another tournament (sorry for 2 of easy,casual, seed 1)"), "{why}");
    assert_eq!(before, fs::read_to_string(format!("{out}/games.jsonl")).expect("games"));
    let strange = folder.path("strange");
    fs::create_dir_all(&strange).expect("a folder");
    fs::write(format!("{strange}/games.jsonl"), "hello\n").expect("a file");
    let why = refused(&["arena", "sorry", "--bots", "easy,casual", "--games", "4", "--out", &strange]);
    assert!(why.contains("is not a list of games of an arena"), "{why}");
}

#[test]
fn what_cannot_meet_is_refused() {
    assert_eq!(
        refused(&["arena", "golf", "--bots", "casual"]),
        "Name two bots or more: --bots medium,expert."
    );
    assert_eq!(refused(&["arena", "golf", "--bots", "casual,casual"]), "casual is named twice.");
    assert_eq!(
        refused(&["arena", "golf", "--bots", "casual,block"]),
        "The bot block does not play Six Card Golf."
    );
    assert_eq!(
        refused(&["arena", "golf", "--bots", "casual,engine:/bin/true"]),
        "engine:/bin/true does not play Six Card Golf: such programs play Gomoku."
    );
    assert_eq!(
        refused(&["arena", "gomoku", "--players", "3", "--bots", "casual,engine:/bin/true"]),
        "engine:/bin/true plays Gomoku for two only: add --players 2."
    );
    assert_eq!(
        refused(&["arena", "gomoku", "--bots", "casual,engine:/no/such/program"]),
        "There is no program /no/such/program."
    );
    let err = misunderstood(&["arena", "gomoku", "--bots", "genius,casual"]);
    assert!(err.contains("for gomoku also block") && err.contains("engine:PATH"), "{err}");
    assert!(misunderstood(&["arena", "gomoku", "--bots", "casual,engine:"]).contains("name the program"));
    misunderstood(&["arena", "golf"]);
    misunderstood(&["arena", "golf", "--bots", "casual,easy", "--games", "0"]);
}
