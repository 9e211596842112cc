//! People can export and delete what is stored about them: the name is gone, and seals are still valid.

use std::path::Path;
use std::time::{Duration, Instant};

use protocol::Seal;
use serde_json::{Value, json};
use store::StoreLocation;
use store::testing::Postgres;

use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, post_as, request};
use crate::support::server::{Ended, ServerProcess, parlor, run};

/// A server that can be asked often.
const FAST: &[&str] = &["--messages-per-second", "1000", "--requests-per-second", "1000"];

fn send_as(server: &ServerProcess, method: &str, path: &str, token: &str) -> Answer {
    request(server, method, path, &[&format!("Authorization: Bearer {token}")], "")
}

/// A game with a bot; returns the result.
async fn play(person: &mut Client, private: bool) -> Value {
    let table = json!({
        "game": "golf", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "private": private,
        "options": {"rounds": 1},
    });
    let table = person.open(table).await;
    let scene = person.scene().await;
    let over = person.play_on(&table, scene, u32::MAX).await;
    person.done("leave", json!({"table": table})).await;
    over.result().unwrap().clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Asks until the answer is what it should be.
fn until<T>(mut ask: impl FnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match ask() {
            Ok(found) => return found,
            Err(why) => assert!(Instant::now() < deadline, "{why}"),
        }
        std::thread::yield_now();
    }
}

/// The replay as soon as the name on its first seat is gone.
fn forgotten(server: &ServerProcess, replay: &str, headers: &[&str]) -> Value {
    until(|| {
        let answer = request(server, "GET", &format!("/api/replays/{replay}"), headers, "");
        let found = answer.json();
        if found["names"][0] == "Player 1" { Ok(found) } else { Err(answer.body) }
    })
}

fn verify(folder: &Path, replay: &Value, seal: &str) -> Ended {
    let file = folder.join("replay.json");
    std::fs::write(&file, replay.to_string()).unwrap();
    run(&mut parlor(&["verify", file.to_str().unwrap(), "--seal", seal]))
}

fn database(url: Option<&StoreLocation>) -> Vec<&str> {
    match url {
        Some(StoreLocation::Postgres(url)) => [&["--database-url", url], FAST].concat(),
        _ => FAST.to_vec(),
    }
}

async fn takes_everything_along(place: Option<&StoreLocation>) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = database(place);
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    let (ben, cy) = (Client::hello(&server, "Ben").await.token, Client::hello(&server, "Cy").await.token);
    let result = play(&mut ann, false).await;
    let (id, seal) = (text(&result["replay_id"]), text(&result["seal"]));
    // A game that counts for nobody has the name in it, too.
    let closed = json!({"game": "gomoku", "seats": 2, "bots": ["casual"], "bot_delay_ms": 0, "clock": "off"});
    let closed = ann.open(closed).await;
    ann.scene().await;
    assert_eq!(send_as(&server, "PUT", "/api/follows/Ann", &ben).status, 204);
    assert_eq!(send_as(&server, "PUT", "/api/blocks/Ann", &cy).status, 204);
    assert_eq!(send_as(&server, "PUT", "/api/follows/Ben", &ann.token).status, 204);

    // Everything that is stored, in one file, for the person alone.
    assert_eq!(get(&server, "/api/export").status, 401);
    let export = get_as(&server, "/api/export", &ann.token).json();
    assert_eq!(export["parlor_export"], 1);
    assert_eq!(export["person"]["name"], "Ann");
    assert_eq!(export["games"].as_array().unwrap().len(), 1);
    assert_eq!(export["games"][0]["replay_id"], id);
    assert_eq!(export["games"][0]["seats"][0]["name"], "Ann");
    assert_eq!(export["tables"][0]["table"], closed);
    let documents = export["documents"].as_array().unwrap();
    let of_kind = |kind: &str| documents.iter().find(|document| document["kind"] == kind).unwrap();
    assert_eq!(of_kind("device")["id"], Value::Null, "what a token is compared with stays here");
    assert!(of_kind("follow")["body"]["person"].is_number());

    // Not while a game needs them, not under another name, not by others.
    let delete = |server: &ServerProcess, name: &str, token: &str| {
        send_as(server, "DELETE", &format!("/api/people/{name}"), token)
    };
    assert_eq!(delete(&server, "Ann", &ann.token).error(), (409, "already_seated".to_owned()));
    let operator = server.admin_token().to_owned();
    let close = format!("/api/admin/tables/{closed}/close");
    let headers = [&format!("Authorization: Bearer {operator}")[..], "Content-Type: application/json"];
    assert_eq!(request(&server, "POST", &close, &headers, "{}").status, 204);
    until(|| {
        let status = get(&server, &format!("/api/tables/{closed}")).status;
        if status == 404 { Ok(()) } else { Err(format!("the table is there: {status}")) }
    });
    assert_eq!(delete(&server, "Ben", &ann.token).error(), (404, "no_such_person".to_owned()));
    assert_eq!(delete(&server, "Ann", &ben).error(), (404, "no_such_person".to_owned()));
    assert_eq!(request(&server, "DELETE", "/api/people/Ann", &[], "").status, 401);
    let before = get(&server, &format!("/api/replays/{id}")).json();
    assert_eq!(before["names"][0], "Ann");
    let ended = verify(folder.path(), &before, seal);
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);

    // Killed right after: what was begun is ended by the next server.
    assert_eq!(delete(&server, "Ann", &ann.token).status, 204);
    assert_eq!(get_as(&server, "/api/export", &ann.token).status, 401);
    assert_eq!(get(&server, "/api/people/Ann").status, 404);
    server.kill();
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let after = forgotten(&server, id, &[]);
    assert!(!after.to_string().contains("Ann"), "{after}");
    assert_eq!((&after["seal"], &after["names"][1]), (&before["seal"], &before["names"][1]));
    assert_eq!((&after["record"], &after["name_salts"][0]), (&before["record"], &Value::Null));
    let ended = verify(folder.path(), &after, seal);
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    assert!(ended.stdout.contains("forgotten"), "{}", ended.stdout);
    forgotten(&server, &format!("{closed}-1"), &[]);
    let list = |path: &str, token: &str| get_as(&server, path, token).json();
    until(|| {
        let lists =
            [list("/api/follows", &ben)["follows"].clone(), list("/api/blocks", &cy)["blocks"].clone()];
        if lists == [json!([]), json!([])] { Ok(()) } else { Err(format!("{lists:?}")) }
    });
    // Who takes the name is somebody else.
    let other = Client::hello(&server, "Ann").await.token;
    let page = get(&server, "/api/people/Ann").json();
    assert_eq!(page, json!({"name": "Ann", "games": [], "ratings": []}));
    assert_eq!(get(&server, "/api/people/Ann/games").json(), json!({"games": []}));
    let export = get_as(&server, "/api/export", &other).json();
    assert_eq!((&export["games"], &export["figures"]), (&json!([]), &json!([])));

    // The operator can do it, too, and the list of what operators did does not keep the name.
    let url = format!("http://{}", server.address);
    let admin = |words: &[&str]| {
        run(&mut parlor(&[&["admin", "--url", &url, "--token", &operator, "--json"], words].concat()))
    };
    assert_ne!(admin(&["forget", "Cy"]).code, Some(0), "it asks for --yes");
    assert_eq!(admin(&["forget", "Cy", "--yes"]).stdout.trim(), r#"{"forgotten":true}"#);
    assert_eq!(get_as(&server, "/api/blocks", &cy).status, 401);
    let audit = admin(&["audit"]).stdout;
    assert!(audit.contains("forget") && !audit.contains("Cy"), "{audit}");
    server.stop();
}

#[tokio::test]
async fn a_person_takes_everything_along_and_is_forgotten() {
    takes_everything_along(None).await;
}

#[tokio::test]
async fn a_person_takes_everything_along_and_is_forgotten_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    takes_everything_along(Some(&postgres.create_database().unwrap())).await;
}

async fn is_forgotten_in_tournaments(place: Option<&StoreLocation>) {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &database(place));
    let (ann, ben) = (Client::hello(&server, "Annabel").await, Client::hello(&server, "Ben").await);
    let new = json!({"name": "Friday", "game": "golf", "seats": 2, "rounds": 2});
    let arena = json!({"name": "Lunch", "game": "golf", "seats": 2, "form": "arena", "minutes": 30});
    let mut ids = Vec::new();
    for new in [&new, &arena, &new, &arena] {
        let id = text(&post_as(&server, "/api/tournaments", &ben.token, new).json()["id"]).to_owned();
        for token in [&ann.token, &ben.token] {
            let headers = [&*format!("Authorization: Bearer {token}"), "Content-Type: application/json"];
            let path = format!("/api/tournaments/{id}/entry");
            assert_eq!(request(&server, "PUT", &path, &headers, "{}").status, 204);
        }
        ids.push(id);
        if ids.len() == 2 {
            // These two are over, and keep who entered.
            for id in &ids {
                let path = format!("/api/tournaments/{id}");
                let cancel = format!("{path}/cancel");
                assert_eq!(post_as(&server, &cancel, &ben.token, &json!({})).status, 204);
                until(|| {
                    let details = get(&server, &path).json();
                    let is_over = details["info"]["stage"] == "cancelled";
                    if is_over { Ok(()) } else { Err(details.to_string()) }
                });
            }
        }
    }
    let own = post_as(&server, "/api/tournaments", &ann.token, &new).json()["id"].clone();
    ids.push(text(&own).to_owned());
    assert_eq!(send_as(&server, "DELETE", "/api/people/Annabel", &ann.token).status, 204);
    let details: Vec<Value> = ids
        .iter()
        .map(|id| {
            until(|| {
                let found = get(&server, &format!("/api/tournaments/{id}")).json();
                if found.to_string().contains("Annabel") { Err(found.to_string()) } else { Ok(found) }
            })
        })
        .collect();
    for over in &details[..2] {
        let names: Vec<&str> =
            over["entrants"].as_array().unwrap().iter().map(|entrant| text(&entrant["name"])).collect();
        assert!(names.contains(&"Player 1") && names.contains(&"Ben"), "{names:?}");
        let gone = over["entrants"].as_array().unwrap().iter().find(|entrant| entrant["name"] == "Player 1");
        assert_eq!(gone.unwrap()["forgotten"], true, "the name leads to nobody");
    }
    assert_eq!(details[4]["info"]["organiser"], "Player");
    let sql = |schema: &str| {
        format!(
            "SELECT count(*) FROM {schema}documents WHERE kind LIKE 'tournament%' AND body LIKE '%Annabel%'"
        )
    };
    until(|| {
        let left = match place {
            Some(place) => Postgres::shared().unwrap().sql(place, &sql("parlor.")).unwrap(),
            None => rusqlite::Connection::open(folder.path().join("parlor.db"))
                .unwrap()
                .query_row(&sql(""), [], |row| row.get::<_, i64>(0))
                .unwrap()
                .to_string(),
        };
        if left.trim() == "0" { Ok(()) } else { Err(format!("{left} documents have the name")) }
    });
    server.stop();
}

#[tokio::test]
async fn a_person_is_forgotten_in_tournaments() {
    is_forgotten_in_tournaments(None).await;
}

#[tokio::test]
async fn a_person_is_forgotten_in_tournaments_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    is_forgotten_in_tournaments(Some(&postgres.create_database().unwrap())).await;
}

/// The replay as a server of the first form stored it.
fn of_the_first_form(mut replay: Value) -> (String, String) {
    for field in ["name_hashes", "name_salts", "seal"] {
        replay.as_object_mut().unwrap().remove(field).unwrap();
    }
    let seal = Seal::of(&replay).to_string();
    replay["seal"] = json!(seal);
    (replay.to_string(), seal)
}

async fn check_resealing(place: Option<&StoreLocation>) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = database(place);
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let mut ann = Client::hello(&server, "Ann").await;
    let result = play(&mut ann, true).await;
    let id = text(&result["replay_id"]);
    let (body, seal) = of_the_first_form(get_as(&server, &format!("/api/replays/{id}"), &ann.token).json());
    server.stop();
    let sql = |schema: &str| {
        format!("UPDATE {schema}replays SET body = '{}' WHERE id = '{id}'", body.replace('\'', "''"))
    };
    match place {
        Some(place) => drop(Postgres::shared().unwrap().sql(place, &sql("parlor.")).unwrap()),
        None => rusqlite::Connection::open(folder.path().join("parlor.db"))
            .unwrap()
            .execute_batch(&sql(""))
            .unwrap(),
    }
    let server = ServerProcess::start_with(folder.path(), &arguments);
    let old = format!("Authorization: Seal {seal}");
    let before = request(&server, "GET", &format!("/api/replays/{id}"), &[&old], "").json();
    assert_eq!(before["names"][0], "Ann");
    assert_eq!(verify(folder.path(), &before, &seal).code, Some(0));
    assert_eq!(send_as(&server, "DELETE", "/api/people/Ann", &ann.token).status, 204);

    // The seal that was sent still opens it, and it says what became of it.
    let after = forgotten(&server, id, &[&old]);
    assert!(!after.to_string().contains("Ann"), "{after}");
    assert_eq!(after["old_seal"], seal);
    assert_ne!(after["seal"], seal);
    let new = format!("Authorization: Seal {}", text(&after["seal"]));
    assert_eq!(request(&server, "GET", &format!("/api/replays/{id}"), &[&new], "").status, 200);
    assert_eq!(get(&server, &format!("/api/replays/{id}")).status, 404, "it is as private as before");
    for seal in [&seal, text(&after["seal"])] {
        let ended = verify(folder.path(), &after, seal);
        assert_eq!(ended.code, Some(0), "{}", ended.stdout);
        assert!(ended.stdout.contains("sealed anew"), "{}", ended.stdout);
    }
    let mut changed = after.clone();
    changed["scores"][0] = json!(1_000);
    assert_ne!(verify(folder.path(), &changed, &seal).code, Some(0));
    server.stop();
}

#[tokio::test]
async fn a_replay_of_the_first_form_is_sealed_anew_and_its_old_seal_opens_it() {
    check_resealing(None).await;
}

#[tokio::test]
async fn a_replay_of_the_first_form_is_sealed_anew_and_its_old_seal_opens_it_in_postgresql() {
    let Some(postgres) = Postgres::shared() else { return };
    check_resealing(Some(&postgres.create_database().unwrap())).await;
}
