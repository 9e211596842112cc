//! The deal of the day: the same cards and the same bots for everybody, once a day, compared when the day is over.

use std::path::Path;

use protocol::DayDate;
use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::{Client, legal};
use crate::support::http::{advance, get, get_as};
use crate::support::server::{ServerProcess, parlor, run};

const HOUR: i64 = 3_600_000;

/// A server whose time is passed in, and that is killed and started again.
struct House {
    folder: tempfile::TempDir,
    database: Option<String>,
    token: Option<String>,
}

impl House {
    fn new(database: Option<String>) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database, token: None }
    }

    fn start(&mut self, now: i64) -> ServerProcess {
        let now = now.to_string();
        let mut args = vec!["--test-time", &now];
        if let Some(url) = &self.database {
            args.extend(["--database-url", url]);
        }
        let mut server = ServerProcess::start_with(self.folder.path(), &args);
        self.token = server.token.take().or_else(|| self.token.take());
        server.token.clone_from(&self.token);
        server
    }
}

/// The deal of a game in what the server says of a day.
fn deal<'a>(day: &'a Value, game: &str) -> &'a Value {
    day["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == game).unwrap()
}

/// The table when it is the person's turn, or over. Bots take a pause of the server's time before they play.
async fn own_turn(server: &ServerProcess, person: &mut Client, table: &str) -> Value {
    loop {
        person.forget_what_waits();
        let snapshot = person.done("sync", json!({ "table": table })).await;
        if snapshot["info"]["stage"] != "running" || !legal(&snapshot).is_empty() {
            return snapshot;
        }
        advance(server, 700);
    }
}

async fn begins(person: &mut Client, game: &str) -> String {
    person.done("play_day", json!({ "game": game })).await["table"].as_str().unwrap().to_owned()
}

/// Plays to the end, or this many decisions, by always choosing the first or the last of what is legal.
async fn plays(server: &ServerProcess, person: &mut Client, game: &str, last: bool, most: u32) -> Value {
    let table = begins(person, game).await;
    for _ in 0..most {
        let snapshot = own_turn(server, person, &table).await;
        if snapshot["info"]["stage"] != "running" {
            return snapshot;
        }
        let legal = legal(&snapshot);
        let action = if last { legal.last() } else { legal.first() }.unwrap();
        let act = json!({"table": table, "nth": snapshot["nth"], "action": action});
        person.done("act", act).await;
    }
    own_turn(server, person, &table).await
}

async fn closed_day(server: &ServerProcess, date: DayDate, token: &str) -> Value {
    loop {
        let day = get_as(server, &format!("/api/days/{date}"), token).json();
        if day["closed"] == true {
            return day;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

fn verified(folder: &Path, replay: &Value, more: &[&str]) -> (Option<i32>, String) {
    let file = folder.join("replay.json");
    std::fs::write(&file, replay.to_string()).unwrap();
    let ended = run(parlor(&["verify"]).arg(&file).args(more));
    (ended.code, ended.stdout)
}

async fn a_day_from_its_commitment_to_its_results(database: Option<String>) {
    let date: DayDate = "2026-03-04".parse().unwrap();
    let mut house = House::new(database);
    // Two days before: the server publishes its commitment, and one person adds a nonce.
    let server = house.start(date.plus(-2).begins_at() - HOUR);
    advance(&server, u32::try_from(HOUR).unwrap());
    let mut ann = Client::hello(&server, "Ann").await;
    let (ann_token, mut promised) = (ann.token.clone(), Value::Null);
    ann.done("day_nonce", json!({"date": date, "nonce": "anns-nonce"})).await;
    let early = ann.refused("day_nonce", json!({"date": date.plus(9), "nonce": "a"})).await;
    assert_eq!(early["code"], "too_early");
    server.kill();
    let server = house.start(date.plus(-1).begins_at() + HOUR);
    for _ in 0..2 {
        let day = get_as(&server, "/api/days/today", &ann_token).json();
        assert_eq!((&day["next"]["date"], &day["next"]["own_nonce"]), (&json!(date), &json!("anns-nonce")));
        promised = day["next"]["commitment"].clone();
    }
    assert_eq!(get(&server, &format!("/api/days/{date}")).error(), (404, "no_such_day".to_owned()));
    server.stop();

    // The day itself.
    let server = house.start(date.begins_at() + HOUR);
    let (mut ann, _) = Client::resume(&server, &ann_token).await;
    let late = ann.refused("day_nonce", json!({"date": date, "nonce": "b"})).await;
    assert_eq!(late["code"], "already_started");
    let day = get(&server, "/api/days/today").json();
    assert_eq!((&day["date"], &day["luck"]["commitment"]), (&json!(date), &promised));
    assert_eq!((&day["luck"]["nonce_count"], &day["luck"]["committed_early"]), (&json!(1), &json!(true)));
    assert!(day["luck"]["secret"].is_null() && day["luck"]["nonces"].is_null() && day["streak"].is_null());

    let table = begins(&mut ann, "sorry").await;
    assert_eq!(begins(&mut ann, "sorry").await, table, "the second time leads back");
    own_turn(&server, &mut ann, &table).await;
    for (request, mut body) in [
        ("undo", json!({"game_number": 1, "nth": 0})),
        ("pause", json!({"on": true})),
        ("rematch", json!({})),
        ("hint", json!({"game_number": 1, "nth": 0})),
    ] {
        body["table"] = json!(table);
        let refused = ann.refused(request, body).await;
        assert!(
            ["already_played", "hints_disabled"].contains(&refused["code"].as_str().unwrap()),
            "{refused}"
        );
    }
    let anns = plays(&server, &mut ann, "sorry", false, 3_000).await;
    assert_eq!(anns["info"]["stage"], "finished");
    assert!(anns["result"]["deal"].is_null(), "others may still play it");
    let again = ann.refused("play_day", json!({"game": "sorry"})).await;
    assert_eq!(again["code"], "already_played");
    let anns_replay = format!("/api/replays/{}", anns["result"]["replay_id"].as_str().unwrap());
    assert_eq!(get_as(&server, &anns_replay, &ann_token).status, 404);
    let own = get_as(&server, "/api/days/today", &ann_token).json();
    assert_eq!(deal(&own, "sorry")["own"]["finished"], true);
    assert_eq!(own["streak"], json!({"days": 1, "best": 1, "today": true}));
    assert!(deal(&own, "sorry")["standings"].is_null());

    // Ben decides as Ann did, and is killed in between; Cleo decides otherwise.
    let mut ben = Client::hello(&server, "Ben").await;
    let ben_token = ben.token.clone();
    plays(&server, &mut ben, "sorry", false, 9).await;
    server.kill();
    let server = house.start(date.begins_at() + 5 * HOUR);
    let (mut ben, _) = Client::resume(&server, &ben_token).await;
    let bens = plays(&server, &mut ben, "sorry", false, 3_000).await;
    assert_eq!(bens["result"]["scores"], anns["result"]["scores"], "the same luck and the same bots");
    let mut cleo = Client::hello(&server, "Cleo").await;
    plays(&server, &mut cleo, "sorry", true, 3_000).await;
    // Dan begins and does not finish; Eve gives up.
    let mut dan = Client::hello(&server, "Dan").await;
    plays(&server, &mut dan, "sorry", false, 2).await;
    let mut eve = Client::hello(&server, "Eve").await;
    let given_up = begins(&mut eve, "sorry").await;
    eve.done("leave", json!({ "table": given_up })).await;
    assert_eq!(eve.refused("play_day", json!({"game": "sorry"})).await["code"], "already_played");
    server.kill();

    // The end of the day, killed again and again while it is counted.
    for _ in 0..4 {
        house.start(date.ends_at() + HOUR).kill();
    }
    let server = house.start(date.ends_at() + HOUR);
    let day = closed_day(&server, date, &ann_token).await;
    let sorry = deal(&day, "sorry");
    assert_eq!((&sorry["started"], &sorry["finished"]), (&json!(5), &json!(3)));
    let rows = sorry["standings"].as_array().unwrap();
    let points: u64 = rows.iter().map(|row| row["matchpoints"]["points"].as_u64().unwrap()).sum();
    assert_eq!((rows.len(), points), (3, 6), "each of three comparisons gives two points");
    let of = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(of("Ann")["matchpoints"], of("Ben")["matchpoints"]);
    assert!(rows.iter().all(|row| row["matchpoints"]["max"] == 4));
    assert_eq!(sorry["own"]["matchpoints"], of("Ann")["matchpoints"]);
    assert_eq!(day["luck"]["nonces"], json!(["anns-nonce"]));

    // Now everybody may see every game, and check the deal.
    let replays = ["Ann", "Ben"].map(|name| {
        let path = format!("/api/replays/{}", of(name)["replay_id"].as_str().unwrap());
        get(&server, &path).json()
    });
    assert_eq!(
        replays[0]["record"]["actions"], replays[1]["record"]["actions"],
        "to the last decision of a bot"
    );
    let commitment = promised.as_str().unwrap();
    let noted = ["--commitment", commitment, "--nonce", "0=anns-nonce"];
    let (code, text) = verified(house.folder.path(), &replays[0], &noted);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("It is the deal of 2026-03-04 in sorry, the same for everybody."), "{text}");
    let mut forged = replays[0].clone();
    forged["deal"]["day"]["game"] = json!("golf");
    assert_ne!(verified(house.folder.path(), &forged, &[]).0, Some(0));
    let today = get_as(&server, "/api/days/today", &ann_token).json();
    assert_eq!(today["streak"], json!({"days": 1, "best": 1, "today": false}), "it can still be continued");
    assert_eq!(get(&server, &anns_replay).json()["record"]["duplicate"], true);
    server.stop();
}

#[tokio::test]
async fn a_day_is_the_same_for_everybody_and_is_compared_once_whatever_is_killed() {
    a_day_from_its_commitment_to_its_results(None).await;
}

#[tokio::test]
async fn a_day_is_the_same_for_everybody_in_postgresql_too() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    a_day_from_its_commitment_to_its_results(Some(url)).await;
}

#[tokio::test]
async fn every_game_has_a_deal_of_the_day_that_can_be_begun_and_an_operator_can_do_without() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-time", "1772600000000"]);
    let mut ann = Client::hello(&server, "Ann").await;
    let day = get(&server, "/api/days/today").json();
    assert_eq!(day["luck"]["committed_early"], false, "the server was started that day, and says so");
    let games: Vec<&str> =
        day["deals"].as_array().unwrap().iter().map(|deal| deal["game"].as_str().unwrap()).collect();
    assert_eq!(games.len(), 5);
    for game in games {
        let table = begins(&mut ann, game).await;
        let snapshot = own_turn(&server, &mut ann, &table).await;
        assert_eq!((&snapshot["info"]["day"], &snapshot["you"]), (&day["date"], &json!(0)), "{game}");
    }
    assert_eq!(ann.refused("play_day", json!({"game": "poker"})).await["code"], "no_such_game");
    server.stop();
    let server = ServerProcess::start_with(folder.path(), &["--no-day-deals"]);
    let mut ben = Client::hello(&server, "Ben").await;
    assert_eq!(ben.refused("play_day", json!({"game": "golf"})).await["code"], "not_started");
    assert_eq!(get(&server, "/api/days/today").status, 404);
    server.stop();
}
