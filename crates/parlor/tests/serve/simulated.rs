//! `parlor sim --into`: a store full of finished games, which a server serves like those that were played at its tables.

use serde_json::Value;
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::http::get;
use crate::support::server::{Ended, ServerProcess, parlor, run};

fn simulate(place: &str, seed: &str, more: &[&str]) -> Ended {
    let mut command = parlor(&["sim", "golf", "--games", "40", "--options", "rounds=1", "--players", "3"]);
    run(command.args(["--bots", "casual,random", "--seed", seed, "--json", "--into", place]).args(more))
}

fn fine(ended: &Ended) -> Value {
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

/// `place` is what `--into` names, `arguments` make a server use the same.
fn a_store_is_filled(place: &str, data: &std::path::Path, arguments: &[&str]) {
    let people = ["--people", "Ann,Bo", "--rated"];
    let first = fine(&simulate(place, "3", &people));
    let second = fine(&simulate(place, "4", &people));
    assert_eq!(first["stored"]["games"], 40);
    let wins = [&first, &second].map(|ran| ran["bots"][0]["wins"].as_u64().unwrap()).iter().sum::<u64>();

    let server = ServerProcess::start_with(data, arguments);
    let games = |query: &str| get(&server, &format!("/api/people/ann/games?limit=50{query}")).json();
    let newest = games("");
    let older = games(&format!("&before={}", newest["next"]));
    let listed: Vec<&Value> =
        [&newest, &older].into_iter().flat_map(|page| page["games"].as_array().unwrap()).collect();
    assert_eq!(listed.len(), 80);
    assert_eq!(listed[0]["replay_id"], second["stored"]["last"], "the newest first");
    assert_eq!(listed[79]["replay_id"], first["stored"]["first"]);
    assert!(listed[..40].windows(2).all(|pair| pair[0]["ended_at"].as_i64() > pair[1]["ended_at"].as_i64()));
    let own = |game: &&Value| {
        game["seats"].as_array().unwrap().iter().any(|seat| seat["is_person"] == true && seat["won"] == true)
    };
    assert_eq!(listed.iter().copied().filter(|game| own(game)).count() as u64, wins);
    let names: Vec<&str> =
        listed[0]["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Ann") && names.contains(&"Bo"), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("Bot ") && name.ends_with("(random)")), "{names:?}");

    // Each of them is a replay like any other: it is shown, its seal holds, and it counts for ratings.
    let id = listed[7]["replay_id"].as_str().unwrap();
    let frames = get(&server, &format!("/api/replays/{id}/frames")).json();
    assert!(frames["frames"].as_array().is_some_and(|frames| frames.len() > 1), "{frames}");
    let verified = run(&mut parlor(&["verify", &format!("http://{}/r/{id}", server.address)]));
    assert_eq!(
        verified.code,
        Some(3),
        "whole, and without a commitment: {}{}",
        verified.stdout,
        verified.stderr
    );
    assert_eq!(get(&server, "/api/results").json()["games"].as_array().unwrap().len(), 80);

    let refused = simulate(place, "5", &[]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("in use by another server"), "{}", refused.stderr);
    server.stop();
}

#[test]
fn a_data_directory_is_filled_with_finished_games() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    a_store_is_filled(data.to_str().unwrap(), &data, &[]);
}

#[test]
fn a_postgresql_database_is_filled_with_finished_games() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    let folder = tempfile::tempdir().unwrap();
    a_store_is_filled(&url, folder.path(), &["--database-url", &url]);
}

#[test]
fn what_cannot_be_stored_is_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    for (more, why) in [
        (&["--people", "Ann,Bo,Cy,Dee"][..], "only 3 play"),
        (&["--people", "Ann,Ann"], "twice"),
        (&["--people", "a name that is much too long"], "at most 20 characters"),
    ] {
        let refused = simulate(place, "1", more);
        assert_eq!(refused.code, Some(1), "{more:?}: {}", refused.stdout);
        assert!(refused.stderr.contains(why), "{more:?}: {}", refused.stderr);
    }
    let without = run(&mut parlor(&["sim", "golf", "--games", "1", "--people", "Ann"]));
    assert_eq!(without.code, Some(2));
    assert!(without.stderr.contains("--into"), "{}", without.stderr);
}
