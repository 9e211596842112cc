//! Tournaments through the real program: HTTP, sockets, both stores, and kills in a round and between rounds.

use std::time::Duration;

use protocol::{Nonce, Secret, TournamentId, TournamentSecret};
use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::{Client, legal};
use crate::support::http::{Answer, advance, get, get_as, post_as, request};
use crate::support::server::{ServerProcess, parlor, run};

const HOUR: i64 = 3_600_000;
const BEGIN: i64 = 1_800_000_000_000;

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

fn friday() -> Value {
    json!({
        "name": "Friday", "game": "golf", "options": {"rounds": 1}, "seats": 2, "rounds": 2,
        "bots": true, "level": "random", "break_seconds": 60, "grace_seconds": 60, "clock_seconds": 3_600
    })
}

fn enter(server: &ServerProcess, id: &str, token: &str, body: &Value) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
    request(server, "PUT", &format!("/api/tournaments/{id}/entry"), &headers, &body.to_string())
}

fn withdraw(server: &ServerProcess, id: &str, token: &str) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}")];
    request(server, "DELETE", &format!("/api/tournaments/{id}/entry"), &headers, "")
}

/// Waits until something holds for a tournament; each time this much of the server's time has passed.
async fn until(server: &ServerProcess, id: &str, step: u32, holds: impl Fn(&Value) -> bool) -> Value {
    let wait = async {
        loop {
            let details = get(server, &format!("/api/tournaments/{id}")).json();
            if holds(&details) {
                return details;
            }
            if step > 0 {
                advance(server, step);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await.expect("the tournament goes on")
}

fn is_open(details: &Value, round: usize) -> bool {
    let tables = details["rounds"][round - 1]["tables"].as_array();
    tables.is_some_and(|tables| tables.iter().all(|table| table["table"].is_string()))
}

fn has_ended(details: &Value, round: usize) -> bool {
    details["rounds"][round - 1]["ended_at"].is_number()
}

/// Where a person plays now.
fn table_of(server: &ServerProcess, id: &str, token: &str) -> Option<String> {
    let own = get_as(server, &format!("/api/tournaments/{id}"), token).json();
    own["own"]["table"].as_str().map(str::to_owned)
}

/// Plays a number of decisions of one's own, or to the end, by the first of what is legal.
async fn plays(server: &ServerProcess, person: &mut Client, table: &str, most: u32) {
    person.done("join", json!({ "table": table })).await;
    let mut made = 0;
    while made < most {
        person.forget_what_waits();
        let snapshot = person.done("sync", json!({ "table": table })).await;
        if snapshot["info"]["stage"] != "running" {
            return;
        }
        match legal(&snapshot).first() {
            Some(action) => {
                let act = json!({"table": table, "nth": snapshot["nth"], "action": action});
                person.done("act", act).await;
                made += 1;
            }
            None => advance(server, 700),
        }
    }
}

async fn a_tournament_goes_on_through_kills(database: Option<String>) {
    let mut house = House::new(database);
    let server = house.start(BEGIN);
    let mut tokens = Vec::new();
    for name in ["Ann", "Ben", "Cleo"] {
        tokens.push(Client::hello(&server, name).await.token.clone());
    }
    let [ann, ben, cleo] = [&tokens[0], &tokens[1], &tokens[2]];
    let bad = post_as(
        &server,
        "/api/tournaments",
        ann,
        &json!({"name": "x", "game": "golf", "seats": 9, "rounds": 1}),
    );
    assert_eq!(bad.error(), (400, "bad_options".to_owned()));
    let opened = post_as(&server, "/api/tournaments", ann, &friday()).json();
    let id = opened["id"].as_str().unwrap();
    let commitment = get(&server, &format!("/api/tournaments/{id}")).json()["luck"]["commitment"].clone();
    for (token, nonce) in [(ann, "anns-nonce"), (ben, "bens-nonce")] {
        assert_eq!(enter(&server, id, token, &json!({ "nonce": nonce })).status, 204);
    }
    assert_eq!(enter(&server, id, cleo, &json!({})).status, 204);
    assert_eq!(withdraw(&server, id, cleo).status, 204);
    assert_eq!(withdraw(&server, id, cleo).error(), (400, "not_seated".to_owned()));
    assert_eq!(enter(&server, id, cleo, &json!({})).status, 204);
    assert_eq!(
        enter(&server, "0000000000", cleo, &json!({})).error(),
        (404, "no_such_tournament".to_owned())
    );
    assert_eq!(
        post_as(&server, &format!("/api/tournaments/{id}/start"), ben, &json!({})).error().1,
        "not_host"
    );

    // Killed before it starts: everybody is still entered.
    server.kill();
    let server = house.start(BEGIN + HOUR);
    let details = get(&server, &format!("/api/tournaments/{id}")).json();
    assert_eq!((&details["info"]["stage"], &details["info"]["entrant_count"]), (&json!("entry"), &json!(3)));
    assert_eq!(details["luck"]["commitment"], commitment);
    assert_eq!(post_as(&server, &format!("/api/tournaments/{id}/start"), ann, &json!({})).status, 204);
    let details = until(&server, id, 0, |details| is_open(details, 1)).await;
    assert_eq!(enter(&server, id, cleo, &json!({})).error(), (409, "already_started".to_owned()));
    assert_eq!(details["rounds"][0]["tables"].as_array().unwrap().len(), 2);

    // Killed in the middle of a game, for longer than a round lasts.
    let own = table_of(&server, id, ann).unwrap();
    let (mut person, _) = Client::resume(&server, ann).await;
    plays(&server, &mut person, &own, 2).await;
    let refused = person.refused("rematch", json!({ "table": own })).await;
    assert_eq!(refused["code"], "already_played");
    server.kill();
    let server = house.start(BEGIN + 5 * HOUR);
    assert_eq!(table_of(&server, id, ann).as_ref(), Some(&own), "the table is where it was");
    let (mut person, _) = Client::resume(&server, ann).await;
    plays(&server, &mut person, &own, 500).await;
    // The others never came: bots play for them after the grace time.
    let details = until(&server, id, 1_000, |details| has_ended(details, 1)).await;
    for table in details["rounds"][0]["tables"].as_array().unwrap() {
        assert!(table["stopped"].is_null(), "no game was stopped by the outage: {table}");
    }
    let first = details["standings"].clone();
    assert_eq!(first.as_array().unwrap().len(), 3);
    assert!(details["luck"]["secret"].is_null());

    // Killed between the rounds.
    server.kill();
    let server = house.start(BEGIN + 6 * HOUR);
    let details = until(&server, id, 0, |details| is_open(details, 2)).await;
    let names = |round: &Value| -> Vec<Vec<String>> {
        let tables = round["tables"].as_array().unwrap().iter();
        tables
            .map(|table| {
                let seats = table["seats"].as_array().unwrap().iter();
                let mut names: Vec<String> =
                    seats.filter_map(|seat| seat["name"].as_str().map(str::to_owned)).collect();
                names.sort();
                names
            })
            .collect()
    };
    let (one, two) = (names(&details["rounds"][0]), names(&details["rounds"][1]));
    for pair in two.iter().filter(|pair| pair.len() == 2) {
        assert!(!one.contains(pair), "nobody meets again: {one:?} {two:?}");
    }
    // Ann withdraws in the middle of a round: she finishes it, or a bot does.
    assert_eq!(withdraw(&server, id, ann).status, 204);
    let over = until(&server, id, 1_000, |details| details["info"]["stage"] == "over").await;
    assert_eq!(withdraw(&server, id, ben).error(), (409, "already_done".to_owned()));

    // All deals are derived from the secret that the server committed to before anybody entered.
    let secret: Secret = over["luck"]["secret"].as_str().unwrap().parse().unwrap();
    let nonces: Vec<Nonce> = ["anns-nonce", "bens-nonce"].iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(over["luck"]["nonces"], json!(["anns-nonce", "bens-nonce"]));
    let tournament: TournamentId = id.parse().unwrap();
    let luck = TournamentSecret { tournament, secret };
    assert_eq!(json!(luck.commitment()), commitment);
    for (round, shown) in (1..).zip(over["rounds"].as_array().unwrap()) {
        for (number, table) in (1..).zip(shown["tables"].as_array().unwrap()) {
            let path = format!("/api/replays/{}", table["replay_id"].as_str().unwrap());
            let replay = get(&server, &path).json();
            let bound = luck.of_table(round, number, &nonces);
            assert_eq!(
                replay["deal"]["commitment"],
                json!(bound.commitment()),
                "round {round}, table {number}"
            );
            let file = house.folder.path().join("replay.json");
            std::fs::write(&file, replay.to_string()).unwrap();
            assert_eq!(run(parlor(&["verify"]).arg(&file)).code, Some(0));
        }
    }
    server.stop();
}

#[tokio::test]
async fn a_tournament_goes_on_through_kills_on_sqlite() {
    a_tournament_goes_on_through_kills(None).await;
}

#[tokio::test]
async fn a_tournament_goes_on_through_kills_on_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    a_tournament_goes_on_through_kills(Some(url)).await;
}

/// All tables of a round have one deal, and nobody sees it before the round is over.
#[tokio::test]
async fn duplicate_tables_have_one_deal_that_is_hidden_until_the_round_ends() {
    let mut house = House::new(None);
    let server = house.start(BEGIN);
    let mut new = friday();
    (new["duplicate"], new["rounds"]) = (json!(true), json!(1));
    let admin = server.admin_token().to_owned();
    let id = post_as(&server, "/api/tournaments", &admin, &new).json()["id"].as_str().unwrap().to_owned();
    let mut people = Vec::new();
    for name in ["Ann", "Ben", "Cleo", "Dan"] {
        let client = Client::hello(&server, name).await;
        assert_eq!(enter(&server, &id, &client.token, &json!({})).status, 204);
        people.push(client);
    }
    assert_eq!(post_as(&server, &format!("/api/tournaments/{id}/start"), &admin, &json!({})).status, 204);
    let details = until(&server, &id, 0, |details| is_open(details, 1)).await;
    let tables: Vec<String> = details["rounds"][0]["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["table"].as_str().unwrap().to_owned())
        .collect();
    // Ann sits at her table and thinks; the others are not there.
    let mut ann = people.remove(0);
    drop(people);
    let own = table_of(&server, &id, &ann.token).unwrap();
    ann.done("join", json!({ "table": own })).await;
    let other = tables.iter().find(|table| **table != own).unwrap();
    let place = tables.iter().position(|table| table == other).unwrap();
    let half =
        until(&server, &id, 1_000, |details| details["rounds"][0]["tables"][place]["finished"] == true).await;
    assert!(!has_ended(&half, 1));
    assert!(half["rounds"][0]["tables"][place]["seats"][0]["score"].is_null(), "scores tell about the deal");
    assert_eq!(get(&server, &format!("/api/replays/{other}-1")).status, 404);
    let watched = Client::hello(&server, "Eve").await.refused("watch", json!({ "table": own })).await;
    assert_eq!(watched["code"], "watching_disabled");
    drop(ann);
    let over = until(&server, &id, 1_000, |details| details["info"]["stage"] == "over").await;
    let commitments: Vec<Value> = tables
        .iter()
        .map(|table| get(&server, &format!("/api/replays/{table}-1")).json())
        .inspect(|replay| assert_eq!(replay["record"]["duplicate"], true))
        .map(|replay| replay["deal"]["commitment"].clone())
        .collect();
    assert_eq!(commitments[0], commitments[1]);
    assert!(over["rounds"][0]["tables"][place]["seats"][0]["score"].is_number());
    server.stop();
}

/// An organiser at a terminal.
#[tokio::test]
async fn a_tournament_is_organised_from_the_terminal() {
    let mut house = House::new(None);
    let server = house.start(BEGIN);
    let url = format!("http://{}", server.address);
    let admin = server.admin_token().to_owned();
    let asked = |words: &[&str]| {
        let ended = run(parlor(&["tournament", &url]).args(words).env("PARLOR_TOKEN", &admin));
        assert_eq!(ended.code, Some(0), "{words:?}: {}{}", ended.stdout, ended.stderr);
        ended.stdout
    };
    assert_eq!(asked(&["list"]), "No tournaments.\n");
    let opened = asked(&[
        "open",
        "Club night",
        "golf",
        "--seats",
        "2",
        "--rounds",
        "1",
        "--bots",
        "--options",
        "rounds=1",
    ]);
    let id = opened.trim();
    for name in ["Ann", "Ben"] {
        let client = Client::hello(&server, name).await;
        assert_eq!(enter(&server, id, &client.token, &json!({})).status, 204);
    }
    let listed = asked(&["list"]);
    assert!(listed.contains("Club night") && listed.contains("2 entrants"), "{listed}");
    assert!(asked(&["standings", id]).contains("Ann"));
    let without = run(parlor(&["tournament", &url, "start", id]).env_remove("PARLOR_TOKEN"));
    assert_ne!(without.code, Some(0));
    asked(&["start", id]);
    until(&server, id, 1_000, |details| details["info"]["stage"] == "over").await;
    let standings = asked(&["standings", id]);
    assert!(standings.contains("Round 1:") && standings.contains("finished"), "{standings}");
    let exported: Value = serde_json::from_str(&asked(&["export", id])).unwrap();
    assert_eq!(
        (&exported["info"]["stage"], exported["rounds"].as_array().unwrap().len()),
        (&json!("over"), 1)
    );
    server.stop();
}

fn lunch() -> Value {
    json!({
        "name": "Lunch", "game": "golf", "options": {"rounds": 1}, "seats": 2, "form": "arena", "minutes": 30,
        "bots": true, "level": "random", "grace_seconds": 60, "clock_seconds": 3_600
    })
}

/// An arena is killed before it begins, while somebody waits, in the middle of a game, and when its time is up.
async fn an_arena_goes_on_through_kills(database: Option<String>) {
    let mut house = House::new(database);
    let server = house.start(BEGIN);
    let mut tokens = Vec::new();
    for name in ["Ann", "Ben", "Cleo"] {
        tokens.push(Client::hello(&server, name).await.token.clone());
    }
    let [ann, ben, cleo] = [&tokens[0], &tokens[1], &tokens[2]];
    let mut wrong = lunch();
    wrong["rounds"] = json!(2);
    assert_eq!(post_as(&server, "/api/tournaments", ann, &wrong).error(), (400, "bad_options".to_owned()));
    let opened = post_as(&server, "/api/tournaments", ann, &lunch()).json();
    let id = opened["id"].as_str().unwrap();
    let path = format!("/api/tournaments/{id}");
    assert_eq!(get(&server, &format!("{path}?some=true")).status, 400);
    let commitment = get(&server, &path).json()["luck"]["commitment"].clone();
    for (token, nonce) in [(ann, "anns-nonce"), (ben, "bens-nonce")] {
        assert_eq!(enter(&server, id, token, &json!({ "nonce": nonce })).status, 204);
    }

    server.kill();
    let server = house.start(BEGIN + HOUR);
    assert_eq!(get(&server, &path).json()["info"]["entrant_count"], json!(2));
    assert_eq!(post_as(&server, &format!("{path}/start"), ann, &json!({})).status, 204);
    let details = until(&server, id, 0, |details| details["tables"][0]["table"].is_string()).await;
    assert_eq!(details["tables"].as_array().unwrap().len(), 1);
    // Cleo comes while it runs, and waits; Ann is in the middle of a game.
    assert_eq!(enter(&server, id, cleo, &json!({})).status, 204);
    assert_eq!(get(&server, &path).json()["waiting"], json!(["Cleo"]));
    let own = table_of(&server, id, ann).unwrap();
    let (mut person, _) = Client::resume(&server, ann).await;
    plays(&server, &mut person, &own, 2).await;

    // Killed for longer than the arena lasts: it goes on where it stood, and lasts as much longer.
    let ends_at = get(&server, &path).json()["info"]["ends_at"].as_i64().unwrap();
    server.kill();
    let server = house.start(BEGIN + 5 * HOUR);
    assert_eq!(table_of(&server, id, ann).as_ref(), Some(&own), "the table is where it was");
    let details =
        until(&server, id, 500, |details| details["info"]["ends_at"].as_i64() > Some(ends_at)).await;
    assert_eq!(details["info"]["stage"], "running");
    // Cleo has waited long enough for a table with a bot.
    let cleos = until(&server, id, 500, |_| table_of(&server, id, cleo).is_some()).await;
    assert_eq!(cleos["tables"].as_array().unwrap().len(), 2);
    let (mut person, _) = Client::resume(&server, ann).await;
    plays(&server, &mut person, &own, 500).await;
    let details = until(&server, id, 0, |details| details["standings"][0]["played"] == json!(1)).await;
    assert!(details["luck"]["secret"].is_null());
    assert_eq!(withdraw(&server, id, ann).status, 204);

    // Killed when the time is up and a game is still played.
    advance(&server, 30 * 60_000);
    until(&server, id, 500, |details| details["info"]["ends_at"].as_i64() <= details["now"].as_i64()).await;
    let now = get(&server, &path).json()["now"].as_i64().unwrap();
    server.kill();
    let server = house.start(now);
    let over = until(&server, id, 1_000, |details| details["info"]["stage"] == "over").await;
    assert_eq!(enter(&server, id, cleo, &json!({})).error(), (409, "already_started".to_owned()));

    // Each deal follows from the secret that the server was bound to, and from the nonces of those who sat there.
    let secret: Secret = over["luck"]["secret"].as_str().unwrap().parse().unwrap();
    let luck = TournamentSecret { tournament: id.parse().unwrap(), secret };
    assert_eq!(json!(luck.commitment()), commitment);
    let all = get(&server, &format!("{path}?all=true")).json();
    for table in all["tables"].as_array().unwrap() {
        let sat = |name: &str| table["seats"].as_array().unwrap().iter().any(|seat| seat["name"] == name);
        let nonces = [("Ann", "anns-nonce"), ("Ben", "bens-nonce")];
        let nonces: Vec<Nonce> =
            nonces.iter().filter(|(name, _)| sat(name)).map(|(_, nonce)| nonce.parse().unwrap()).collect();
        let replay = get(&server, &format!("/api/replays/{}", table["replay_id"].as_str().unwrap())).json();
        let number = table["number"].as_u64().unwrap() as u16;
        let bound = luck.of_table(0, number, &nonces);
        assert_eq!(replay["deal"]["commitment"], json!(bound.commitment()), "table {number}");
    }
    server.stop();
}

#[tokio::test]
async fn an_arena_goes_on_through_kills_on_sqlite() {
    an_arena_goes_on_through_kills(None).await;
}

#[tokio::test]
async fn an_arena_goes_on_through_kills_on_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    an_arena_goes_on_through_kills(Some(url)).await;
}

#[tokio::test]
async fn an_arena_is_organised_from_the_terminal() {
    let mut house = House::new(None);
    let server = house.start(BEGIN);
    let url = format!("http://{}", server.address);
    let admin = server.admin_token().to_owned();
    let asked = |words: &[&str]| run(parlor(&["tournament", &url]).args(words).env("PARLOR_TOKEN", &admin));
    let refused = asked(&["open", "Lunch", "golf", "--seats", "2", "--arena", "30", "--rounds", "2"]);
    assert_ne!(refused.code, Some(0));
    let opened =
        asked(&["open", "Lunch", "golf", "--seats", "2", "--arena", "30", "--bots", "--options", "rounds=1"]);
    let id = opened.stdout.trim();
    let ann = Client::hello(&server, "Ann").await;
    assert_eq!(enter(&server, id, &ann.token, &json!({})).status, 204);
    assert_eq!(asked(&["start", id]).code, Some(0));
    until(&server, id, 500, |details| details["tables"][0]["table"].is_string()).await;
    let shown = asked(&["standings", id]).stdout;
    assert!(
        shown.contains("arena of 30 min") && shown.contains("table 1: ") && shown.contains("played"),
        "{shown}"
    );
    drop(ann);
    until(&server, id, 5_000, |details| details["info"]["stage"] == "over").await;
    let exported: Value = serde_json::from_str(&asked(&["export", id]).stdout).unwrap();
    assert_eq!(exported["info"]["form"], "arena");
    assert!(!exported["tables"].as_array().unwrap().is_empty());
    server.stop();
}
