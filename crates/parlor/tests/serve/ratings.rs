//! Rated games: what changes ratings and what does not, and the same numbers for everybody who computes them.

use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{advance, get, get_as};
use crate::support::playing::Scene;
use crate::support::server::{ServerProcess, parlor, run};

const FAST: [&str; 2] = ["--messages-per-second", "1000"];

fn table(game: &str, more: &Value) -> Value {
    let options = if game == "onecard" { json!({"rounds": 1}) } else { json!({}) };
    let mut table = json!({"game": game, "seats": 2, "bot_delay_ms": 0, "options": options, "rated": true});
    for (name, value) in more.as_object().unwrap() {
        table[name] = value.clone();
    }
    table
}

/// Plays a game to its end, and returns its result.
async fn play_out(person: &mut Client, table: &str) -> Value {
    let scene = person.scene().await;
    person.play_on(table, scene, u32::MAX).await.result().unwrap().clone()
}

/// How a game changed ratings, once that is computed.
fn changes(server: &ServerProcess, result: &Value) -> Value {
    let path = format!("/api/replays/{}/ratings", result["replay_id"].as_str().unwrap());
    for _ in 0..20 {
        let changes = get(server, &path).json();
        assert_eq!(changes["rated"], true, "{changes}");
        if changes["ready"] == true {
            return changes;
        }
    }
    panic!("no ratings after {result}");
}

/// All rated games, three a page.
fn exported(server: &ServerProcess) -> (String, Vec<Value>) {
    let (mut text, mut games, mut after) = (String::new(), Vec::new(), json!(0));
    loop {
        let page = get(server, &format!("/api/results?after={after}&limit=3"));
        let json = page.json();
        text += &page.body;
        games.extend(json["games"].as_array().unwrap().iter().cloned());
        match json.get("next") {
            Some(next) => after = next.clone(),
            None => return (text, games),
        }
    }
}

async fn everybody_computes_the_same(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [store, &FAST].concat();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    assert_eq!(get(&server, "/api/results").json()["games"], json!([]));

    // One game that does not count, and ten that do.
    let plain = ann.open(table("onecard", &json!({"bots": ["medium"], "rated": false}))).await;
    let unrated = play_out(&mut ann, &plain).await;
    assert_eq!(unrated.get("rated"), None);
    let path = format!("/api/replays/{}/ratings", unrated["replay_id"].as_str().unwrap());
    assert_eq!(get(&server, &path).json(), json!({"rated": false, "ready": false, "seats": [null, null]}));
    ann.done("leave", json!({"table": plain})).await;
    let rated = ann.open(table("onecard", &json!({"bots": ["medium"]}))).await;
    let mut last = Value::Null;
    let mut shown = 1_000;
    for game in 1..=10 {
        let result = play_out(&mut ann, &rated).await;
        assert_eq!(result["rated"], true);
        let changes = changes(&server, &result);
        assert_eq!(changes["seats"][1], Value::Null, "bots do not change");
        let own = &changes["seats"][0];
        shown += own["change"].as_i64().unwrap();
        assert_eq!(own["rating"], shown, "game {game}: {changes}");
        let won = result["winners"].as_array().unwrap().contains(&json!(0));
        assert_eq!(own["change"].as_i64().unwrap() > 0, won, "game {game}: {changes}");
        last = own.clone();
        if game < 10 {
            ann.done("rematch", json!({"table": rated})).await;
        }
    }
    let page = get(&server, "/api/people/Ann/games?limit=1").json();
    assert_eq!((&page["games"][0]["rated"], &page["games"][0]["seats"][0]["rating"]), (&json!(true), &last));

    // The leaderboard, the person's page and the command line agree.
    let board = |server: &ServerProcess| get(server, "/api/ratings?game=onecard&class=2").json();
    let leader = board(&server)["people"][0].clone();
    assert_eq!((&leader["name"], &leader["games"]), (&json!("Ann"), &json!(10)), "{leader}");
    assert!((leader["rating"].as_f64().unwrap() - shown as f64).abs() <= 0.5);
    let bots = board(&server)["bots"].clone();
    assert_eq!(
        (&bots[0]["level"], &bots[0]["rating"], &bots[0]["interval"]),
        (&json!("medium"), &json!(1000.0), &json!(0.0))
    );
    let own = get(&server, "/api/people/Ann").json()["ratings"][0].clone();
    assert_eq!((&own["game"], &own["class"]), (&json!("onecard"), &json!("2")));
    let (text, games) = exported(&server);
    assert_eq!(games.len(), 10);
    let file = folder.path().join("results.json");
    std::fs::write(&file, text).unwrap();
    let url = format!("http://{}", server.address);
    for source in [file.to_str().unwrap(), &url] {
        let printed = run(&mut parlor(&["ratings", source, "--json"]));
        assert_eq!(printed.code, Some(0), "{}", printed.stderr);
        let lines: Vec<Value> =
            printed.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let ann = lines.iter().find(|line| line["name"] == "Ann").unwrap();
        for number in ["rating", "interval", "provisional", "games"] {
            assert_eq!(ann[number], leader[number], "{source} {number}");
            assert_eq!(ann[number], own[number], "{source} {number}");
        }
        assert!(lines.iter().any(|line| line["bot"] == "medium" && line["bot_version"] == bots::VERSION));
    }
    let printed = run(&mut parlor(&["ratings", &url]));
    assert!(printed.stdout.contains("onecard, 2 seats: 10 rated games"), "{}", printed.stdout);

    // What was shown after each game is the history, the oldest first.
    let history = get(&server, "/api/people/Ann/ratings?game=onecard&class=2").json()["points"].clone();
    let history = history.as_array().unwrap();
    assert_eq!((history.len(), &history[9]["rating"]), (10, &json!(shown)));
    assert!(history[0]["interval"].as_i64() > history[9]["interval"].as_i64());
    assert_eq!(get(&server, "/api/people/Ann/ratings?game=golf&class=2").json()["points"], json!([]));

    // And so does the next server.
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    for _ in 0..200 {
        if board(&server)["games"] == 10 {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(board(&server)["people"][0], leader);
    for (query, status) in [
        ("ratings?game=onecard&class=9", 400),
        ("ratings?game=chess&class=2", 400),
        ("ratings?game=golf", 400),
        ("people/Ann/ratings?game=golf", 400),
        ("people/Nobody/ratings?game=golf&class=2", 404),
        ("results?limit=0", 400),
        ("results?limit=1001", 400),
        ("results?after=x", 400),
        ("results?before=1", 400),
    ] {
        assert_eq!(get(&server, &format!("/api/{query}")).status, status, "{query}");
    }
    server.stop();
}

#[tokio::test]
async fn ratings_follow_rated_games_and_anybody_can_compute_the_same_numbers() {
    everybody_computes_the_same(&[]).await;
}

#[tokio::test]
async fn ratings_follow_rated_games_and_anybody_can_compute_the_same_numbers_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    let StoreLocation::Postgres(url) = postgres.create_database().unwrap() else { panic!("no URL") };
    everybody_computes_the_same(&["--database-url", &url]).await;
}

/// Somebody who comes from this address, as a proxy says.
async fn from(server: &ServerProcess, address: &str, name: &str) -> Client {
    let mut client = Client::try_connect_with(server, &[("x-forwarded-for", address)]).await.unwrap();
    let welcome = client.done("hello", json!({"version": protocol::VERSION, "name": name})).await;
    client.token = welcome["token"].as_str().unwrap().to_owned();
    client
}

/// Two people play a game at a new table; returns what the table said about it and the result.
async fn two_play(one: &mut Client, other: &mut Client, config: Value) -> (Value, Value) {
    let table = one.open(config).await;
    let first = one.scene().await;
    // The player who takes the last seat receives the table after the deal.
    let second = Scene(other.done("join", json!({"table": table})).await);
    let card = second.0["info"].clone();
    let (ended, _) =
        tokio::join!(one.play_on(&table, first, u32::MAX), other.play_on(&table, second, u32::MAX));
    for person in [&mut *one, &mut *other] {
        person.done("leave", json!({"table": table})).await;
        person.forget_what_waits();
    }
    (card, ended.result().unwrap().clone())
}

#[tokio::test]
async fn two_seats_from_one_address_are_not_rated_unless_the_host_says_that_they_sit_together() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&FAST[..], &["--trusted-proxies", "127.0.0.1"]].concat();
    let server = ServerProcess::start_with(folder.path(), &args);
    let mut ann = from(&server, "203.0.113.7", "Ann").await;
    let mut ben = from(&server, "203.0.113.7", "Ben").await;
    let mut cleo = from(&server, "203.0.113.8", "Cleo").await;
    // One household has a whole block of IPv6 addresses.
    let mut dan = from(&server, "2001:db8:1:2::1", "Dan").await;
    let mut eve = from(&server, "2001:db8:1:2:3::9", "Eve").await;

    let config = table("onecard", &json!({}));
    for (one, other) in [(&mut ann, &mut ben), (&mut dan, &mut eve)] {
        let (info, result) = two_play(one, other, config.clone()).await;
        assert_eq!((&info["rated"], &info["unrated_because"]), (&json!(true), &json!("same_address")));
        assert_eq!(result.get("rated"), None, "{result}");
    }
    assert_eq!(get(&server, "/api/results").json()["games"], json!([]));

    let (info, result) = two_play(&mut ann, &mut cleo, config.clone()).await;
    assert_eq!((&info["rated"], info.get("unrated_because")), (&json!(true), None));
    assert_eq!(result["rated"], true);
    let together = table("onecard", &json!({"same_address": true}));
    let (info, result) = two_play(&mut ann, &mut ben, together).await;
    assert_eq!((info.get("unrated_because"), &result["rated"]), (None, &json!(true)));
    let seats = changes(&server, &result)["seats"].clone();
    let change = |seat: usize| seats[seat]["change"].as_i64().unwrap();
    assert!(change(0) * change(1) < 0, "{seats}");
    let games = get(&server, "/api/results").json()["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 2);
    // Two of their games together: one was rated.
    let together = get(&server, "/api/people/ann/against/Ben").json();
    assert_eq!((&together["name"], &together["opponent"]), (&json!("Ann"), &json!("Ben")));
    let row = &together["games"][0];
    assert_eq!((&row["game"], &row["played"]), (&json!("onecard"), &json!(2)));
    assert_eq!(row["won"].as_u64().unwrap() + row["opponent_won"].as_u64().unwrap(), 2, "{row}");
    assert_eq!(get(&server, "/api/people/Ann/against/Nobody").status, 404);
    assert_eq!(get(&server, "/api/people/Cleo/against/Dan").json()["games"], json!([]));
    let own = get(&server, "/api/people/Ann").json()["games"][0].clone();
    assert_eq!(own["sizes"], json!([{"seats": 2, "played": 3, "won": own["won"]}]));
    // No response contains an address.
    assert!(!games.to_string().contains("203.0"), "{games}");
    let told =
        |client: &Client| client.transcript.iter().any(|(_, message)| message.to_string().contains("203.0"));
    assert!(![&ann, &ben, &cleo].into_iter().any(told));
    server.stop();
}

#[tokio::test]
async fn leaving_is_the_last_place_whatever_a_bot_reaches_and_a_closed_page_saves_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&FAST[..], &["--test-time", "1700000000000"]].concat();
    let server = ServerProcess::start_with(folder.path(), &args);
    let mut ann = Client::hello(&server, "Ann").await;
    let mut ben = Client::hello(&server, "Ben").await;
    let together = json!({"same_address": true, "substitute_level": "medium"});
    let gomoku = ann.open(table("gomoku", &together)).await;
    ben.done("join", json!({"table": gomoku})).await;
    ann.done("leave", json!({"table": gomoku})).await;
    // Ben puts one stone beside the other, and the bot on Ann's seat wins against that.
    let result = play_out(&mut ben, &gomoku).await;
    assert_eq!((&result["winners"], &result["rated"]), (&json!([0]), &json!(true)));
    let seats = changes(&server, &result)["seats"].clone();
    assert!(seats[0]["change"].as_i64() < Some(0) && seats[1]["change"].as_i64() > Some(0), "{seats}");

    // Somebody closes the page of a game against a bot: the game goes to its end without them, and they are last.
    let mut cid = Client::hello(&server, "Cid").await;
    let token = cid.token.clone();
    cid.open(table("gomoku", &json!({"bots": ["easy"], "private": true}))).await;
    drop(cid);
    let mut games = Vec::new();
    for _ in 0..2_000 {
        advance(&server, 1_000);
        games = exported(&server).1;
        if games.len() == 2 {
            break;
        }
    }
    let seats = &games[1]["seats"];
    assert_eq!((&seats[0]["name"], &seats[0]["left"]), (&json!("Cid"), &json!(true)), "{games:?}");
    assert_eq!((&seats[1]["bot"], seats[1].get("left")), (&json!("easy"), None));
    assert_eq!(games[1].get("replay_id"), None, "the table was private");
    let own = get_as(&server, "/api/people/Cid/games", &token).json();
    let path = format!("/api/replays/{}/ratings", own["games"][0]["replay_id"].as_str().unwrap());
    let own = get_as(&server, &path, &token).json();
    assert!(own["seats"][0]["change"].as_i64() < Some(0), "{own}");
    assert_eq!(get(&server, &path).status, 404, "replays of private tables stay private");
    server.stop();
}

#[tokio::test]
async fn a_rated_table_refuses_hints_undo_pauses_and_whatever_would_let_a_loser_escape() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &FAST);
    let mut ann = Client::hello(&server, "Ann").await;
    for wrong in [json!({"hints": true}), json!({"clock": "off"}), json!({"on_leave": "end"})] {
        let refused = ann.refused("open", json!({"config": table("gomoku", &wrong)})).await;
        assert_eq!(refused["code"], "bad_options", "{wrong}");
    }
    let id = ann.open(table("gomoku", &json!({"bots": ["easy"]}))).await;
    let scene = ann.scene().await;
    assert_eq!((&scene.0["info"]["rated"], scene.0["info"].get("hints")), (&json!(true), None));
    let scene = ann.play_on(&id, scene, 1).await;
    let at = json!({"table": id, "game_number": 1, "nth": scene.nth()});
    for (request, body, code) in [
        ("undo", at.clone(), "rated_table"),
        ("pause", json!({"table": id, "on": true}), "rated_table"),
        ("resign", json!({"table": id}), "rated_table"),
        ("hint", at, "hints_disabled"),
    ] {
        assert_eq!(ann.refused(request, body).await["code"], code, "{request}");
    }
    server.stop();
}
