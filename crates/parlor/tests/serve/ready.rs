//! "I would play": people who want the same are asked, and are seated when all have accepted.

use serde_json::{Value, json};

use super::hooks::{Hook, SOON, json_hook, moves, set};
use crate::support::client::{Client, kind};
use crate::support::http::{advance, get};
use crate::support::server::ServerProcess;
use crate::support::stores::on_both_stores;

fn wish(games: &[&str], seats: (u8, u8), bots_after_seconds: Option<u32>) -> Value {
    let (min_seats, max_seats) = seats;
    let mut wish = json!({"games": games, "min_seats": min_seats, "max_seats": max_seats});
    if let Some(seconds) = bots_after_seconds {
        wish["bots_after_seconds"] = seconds.into();
    }
    json!({ "wish": wish })
}

fn start_with(folder: &std::path::Path, store: &[&str], more: &[&str]) -> ServerProcess {
    ServerProcess::start_with(folder, &[store, &["--test-time", "1700000000000"], more].concat())
}

async fn start(folder: &std::path::Path, store: &[&str]) -> ServerProcess {
    start_with(folder, store, &[])
}

on_both_stores! {
    three_people_who_want_the_same_are_seated_and_everybody_saw_them_wait,
    three_people_who_want_the_same_are_seated_in_postgresql: seats_three;
    nobody_sits_down_who_did_not_accept_and_the_others_keep_their_place,
    nobody_sits_down_who_did_not_accept_in_postgresql: seats_who_accepted;
    who_would_play_and_is_away_is_called_when_the_others_have_accepted,
    who_would_play_and_is_away_is_called_in_postgresql: calls_who_is_away;
    a_wish_to_be_called_outlives_a_kill,
    a_wish_to_be_called_outlives_a_kill_in_postgresql: keeps_wishes;
    a_kill_while_some_have_accepted_seats_nobody,
    a_kill_while_some_have_accepted_seats_nobody_in_postgresql: forgets_half_accepted;
    a_link_to_a_person_leads_to_their_open_table,
    a_link_to_a_person_leads_to_their_open_table_in_postgresql: links_to_tables;
    bots_fill_the_table_after_the_wait_and_a_wish_can_be_withdrawn,
    bots_fill_the_table_after_the_wait_in_postgresql: fills_with_bots;
}

/// Somebody who observes the lobby.
async fn comes(server: &ServerProcess, name: &str) -> Client {
    let mut client = Client::hello(server, name).await;
    client.done("lobby", json!({"on": true})).await;
    client
}

/// Accepts or declines what is asked next.
async fn answers(client: &mut Client, accept: bool) -> Value {
    let asked = client.until("proposal").await;
    client.done("accept", json!({"proposal": asked["proposal"], "accept": accept})).await;
    asked
}

/// The groups that the lobby shows once there are that many people in the first.
async fn groups(client: &mut Client, people: usize) -> Value {
    loop {
        let groups = client.until("ready").await["groups"].clone();
        let first = groups[0]["people"].as_array().map_or(0, Vec::len);
        if first == people {
            return groups;
        }
    }
}

async fn seats_three(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), store).await;
    let mut watcher = comes(&server, "Watcher").await;
    let mut people = Vec::new();
    for (name, games) in
        [("Ann", ["chicago", "golf"]), ("Ben", ["gomoku", "chicago"]), ("Cleo", ["chicago", "golf"])]
    {
        let mut person = comes(&server, name).await;
        person.done("ready", wish(&games, (3, 3), None)).await;
        people.push(person);
        if name == "Ben" {
            let groups = groups(&mut watcher, 2).await;
            let chicago = json!({"game": "chicago", "pace": "quick", "people": ["Ann", "Ben"], "needed": 3});
            assert_eq!(groups[0], chicago);
        }
    }
    for person in &mut people {
        let asked = answers(person, true).await;
        assert_eq!(
            (&asked["game"], &asked["seats"], &asked["bots"]),
            (&json!("chicago"), &json!(3), &json!(0))
        );
        assert_eq!(asked["people"], json!(["Ann", "Ben", "Cleo"]), "the one who waits longest first");
        assert_eq!(asked["expires_in_ms"], 15_000);
    }
    for (seat, person) in people.iter_mut().enumerate() {
        let table = person.until("proposal_ended").await["table"].as_str().unwrap().to_owned();
        person.done("join", json!({"table": table})).await;
        let snapshot = person.done("sync", json!({"table": table})).await;
        assert_eq!((&snapshot["you"], &snapshot["info"]["stage"]), (&json!(seat), &json!("running")));
    }
    assert_eq!(watcher.until("ready").await["groups"], json!([]));
    server.stop();
}

async fn seats_who_accepted(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), store).await;
    let (mut ann, mut ben) = (comes(&server, "Ann").await, comes(&server, "Ben").await);
    for person in [&mut ann, &mut ben] {
        person.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    }
    let asked = answers(&mut ann, true).await;
    ben.until("proposal").await;
    advance(&server, 15_000);
    assert_eq!(ann.until("proposal_ended").await, json!({"proposal": asked["proposal"], "waiting": true}));
    assert_eq!(ben.until("proposal_ended").await["waiting"], false);
    let late = ben.refused("accept", json!({"proposal": asked["proposal"], "accept": true})).await;
    assert_eq!(late["code"], "stale");
    // Somebody declines: the same.
    let mut cleo = comes(&server, "Cleo").await;
    cleo.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    ann.until("proposal").await;
    answers(&mut cleo, false).await;
    assert_eq!(ann.until("proposal_ended").await["waiting"], true);
    // Somebody disconnects, and reconnects in time: asked again.
    let mut dan = comes(&server, "Dan").await;
    dan.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    let token = dan.token.clone();
    dan.until("proposal").await;
    drop(dan);
    let (mut dan, _) = Client::resume(&server, &token).await;
    answers(&mut dan, true).await;
    answers(&mut ann, true).await;
    let table = ann.until("proposal_ended").await["table"].clone();
    assert_eq!(dan.until("proposal_ended").await["table"], table);
    // What was accepted is kept over a kill.
    let ann_token = ann.token.clone();
    server.kill();
    let server = start(folder.path(), store).await;
    let (_, welcome) = Client::resume(&server, &ann_token).await;
    assert_eq!(welcome["tables"][0]["info"]["table"], table);
    server.stop();
}

async fn calls_who_is_away(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start_with(folder.path(), store, &["--webhook-networks", "127.0.0.1"]);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, mut ben) = (comes(&server, "Ann").await, comes(&server, "Ben").await);
    let mut away = wish(&["gomoku"], (2, 2), None);
    away["wish"]["call"] = json!(true);
    assert_eq!(ann.refused("ready", away.clone()).await["code"], "no_calls");
    assert_eq!(set(&server, &ann.token, &json_hook(&hook)).status, 204);
    ann.done("ready", away.clone()).await;
    let ann_token = ann.token.clone();
    drop(ann);
    // Ann stays on the list for as long as she said.
    moves(&server, &operator, 60 * 60_000);
    while groups(&mut ben, 1).await[0]["people"] != json!(["Ann"]) {}
    ben.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    let asked = ben.until("proposal").await;
    assert_eq!((&asked["expires_in_ms"], &asked["called"]), (&json!(15_000), &Value::Null));
    assert!(hook.has_none(), "nobody is called before the others want it");
    ben.done("accept", json!({"proposal": asked["proposal"], "accept": true})).await;
    let told = ben.until("proposal").await;
    assert_eq!((&told["expires_in_ms"], &told["called"]), (&json!(180_000), &json!(["Ann"])));
    moves(&server, &operator, SOON);
    let call = hook.call(&server, &operator);
    assert_eq!(call["title"], "A table for you: Gomoku for three");
    assert_eq!(call["text"], "With Ben. Come within 2 minutes.");
    assert_eq!(call["table"], Value::Null, "it is opened when she is there");
    // She does not come: she is off the list, and Ben waits on.
    moves(&server, &operator, 180_000);
    assert_eq!(ben.until("proposal_ended").await["waiting"], true);
    let (mut ann, welcome) = Client::resume(&server, &ann_token).await;
    assert_eq!(welcome["wish"], Value::Null);

    // The next time she comes, is asked, and both play.
    ann.done("ready", away).await;
    drop(ann);
    answers(&mut ben, true).await;
    assert_eq!(ben.until("proposal").await["called"], json!(["Ann"]));
    moves(&server, &operator, SOON);
    hook.call(&server, &operator);
    let (mut ann, welcome) = Client::resume(&server, &ann_token).await;
    assert_eq!((&welcome["wish"]["call"], &welcome["wish"]["games"]), (&json!(true), &json!(["gomoku"])));
    answers(&mut ann, true).await;
    let table = ann.until("proposal_ended").await["table"].clone();
    assert!(table.is_string());
    assert_eq!(ben.until("proposal_ended").await["table"], table);
    server.stop();
}

async fn keeps_wishes(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let hooks = ["--webhook-networks", "127.0.0.1"];
    let server = start_with(folder.path(), store, &hooks);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, mut ben) = (comes(&server, "Ann").await, comes(&server, "Ben").await);
    let mut cleo = comes(&server, "Cleo").await;
    let mut away = wish(&["gomoku"], (2, 2), None);
    away["wish"]["call"] = json!(true);
    for person in [&mut ann, &mut cleo] {
        assert_eq!(set(&server, &person.token, &json_hook(&hook)).status, 204);
        person.done("ready", away.clone()).await;
    }
    // Both are asked: one declines, which is stored a moment later, and the other one waits on.
    answers(&mut cleo, false).await;
    cleo.done("ready", away).await;
    answers(&mut cleo, false).await;
    cleo.done("ready", json!({})).await;
    ben.done("ready", wish(&["golf"], (2, 2), None)).await;
    let tokens = [&ann, &ben, &cleo].map(|person| person.token.clone());
    server.kill();

    let server = start_with(folder.path(), store, &hooks);
    let mut dan = comes(&server, "Dan").await;
    assert_eq!(groups(&mut dan, 1).await[0]["people"], json!(["Ann"]), "and nobody who is not to be called");
    dan.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    answers(&mut dan, true).await;
    assert_eq!(dan.until("proposal").await["called"], json!(["Ann"]));
    moves(&server, &operator, SOON);
    hook.call(&server, &operator);
    let (mut ann, welcome) = Client::resume(&server, &tokens[0]).await;
    assert_eq!(welcome["wish"]["call"], true);
    answers(&mut ann, true).await;
    let table = ann.until("proposal_ended").await["table"].clone();
    assert_eq!(dan.until("proposal_ended").await["table"], table);
    server.kill();

    // What was accepted, declined or said without a call is not on the list after that.
    let server = start_with(folder.path(), store, &hooks);
    for token in &tokens {
        let (_, welcome) = Client::resume(&server, token).await;
        assert_eq!(welcome["wish"], Value::Null, "{welcome}");
    }
    server.stop();
}

async fn forgets_half_accepted(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), store).await;
    let (mut ann, mut ben) = (comes(&server, "Ann").await, comes(&server, "Ben").await);
    for person in [&mut ann, &mut ben] {
        person.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    }
    let asked = answers(&mut ann, true).await;
    ben.until("proposal").await;
    let tokens = [ann.token.clone(), ben.token.clone()];
    server.kill();

    let server = start(folder.path(), store).await;
    let mut people = Vec::new();
    for token in &tokens {
        let (client, welcome) = Client::resume(&server, token).await;
        assert_eq!((&welcome["tables"], &welcome["wish"]), (&json!([]), &Value::Null), "nobody sits");
        people.push(client);
    }
    // The answer to what was asked before comes too late, and the second try works.
    let late = json!({"proposal": asked["proposal"], "accept": true});
    assert_eq!(people[1].refused("accept", late).await["code"], "stale");
    for person in &mut people {
        person.done("ready", wish(&["gomoku"], (2, 2), None)).await;
    }
    for person in &mut people {
        answers(person, true).await;
    }
    let table = people[0].until("proposal_ended").await["table"].clone();
    assert!(table.is_string());
    assert_eq!(people[1].until("proposal_ended").await["table"], table);
    server.stop();
}

async fn links_to_tables(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), store).await;
    let mut ann = comes(&server, "Ann").await;
    let find = || get(&server, "/api/people/ann/table");
    assert_eq!(find().error(), (404, "no_such_table".to_owned()));
    ann.open(json!({"game": "gomoku", "seats": 2, "private": true})).await;
    assert_eq!(find().error(), (404, "no_such_table".to_owned()), "a private one is nobody's business");
    let table = ann.open(json!({"game": "gomoku", "seats": 2})).await;
    assert_eq!(find().json()["table"], table);
    let mut ben = comes(&server, "Ben").await;
    ben.done("join", json!({"table": table})).await;
    assert_eq!(find().status, 404, "it is full");
    assert_eq!(get(&server, "/api/people/nobody/table").error(), (404, "no_such_person".to_owned()));
    server.stop();
}

async fn fills_with_bots(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), store).await;
    let (mut ann, mut ben) = (comes(&server, "Ann").await, comes(&server, "Ben").await);
    ann.done("ready", wish(&["golf"], (4, 4), Some(60))).await;
    ben.done("ready", wish(&["golf"], (2, 4), Some(600))).await;
    advance(&server, 59_999);
    ann.done("ping", json!({})).await;
    advance(&server, 1);
    let asked = answers(&mut ann, true).await;
    assert_eq!((&asked["seats"], &asked["bots"]), (&json!(4), &json!(2)));
    answers(&mut ben, true).await;
    let table = ben.until("proposal_ended").await["table"].as_str().unwrap().to_owned();
    let snapshot = ben.done("join", json!({"table": table})).await;
    assert_eq!(snapshot["info"]["seats"][3]["occupant"]["bot"]["level"], "casual");

    let mut cleo = comes(&server, "Cleo").await;
    cleo.done("ready", wish(&["sorry"], (2, 2), None)).await;
    groups(&mut cleo, 1).await;
    cleo.done("ready", json!({})).await;
    while cleo.until("ready").await["groups"] != json!([]) {}
    let refused = cleo.refused("ready", wish(&["chess"], (2, 2), None)).await;
    assert_eq!(refused["code"], "no_such_game");
    assert_eq!(cleo.refused("ready", wish(&["gomoku"], (7, 9), None)).await["code"], "bad_options");
    assert_eq!(kind(&cleo.ask("ready", wish(&["gomoku"], (2, 2), None)).await), "done");
    server.stop();
}
