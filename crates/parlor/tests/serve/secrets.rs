//! What must stay secret appears nowhere: not in the log, not to other pages, not as markup.

use serde_json::{Value, json};

use crate::support::client::{Client, legal};
use crate::support::http::{get, get_as, post_as, request};
use crate::support::server::ServerProcess;

/// Somebody who does not differ from the others in anything but what they know.
fn wrong(secret: &str) -> String {
    secret.chars().rev().collect()
}

/// A session in which everything secret is used, rightly and wrongly; returns all of it.
async fn a_day_at_the_server(server: &ServerProcess) -> Vec<String> {
    let mut ann = Client::hello(server, "Ann").await;
    let mut ben = Client::hello(server, "Ben").await;
    let new = json!({"game": "onecard", "seats": 2, "clock": "off", "private": true, "on_leave": "end"});
    let opened = ann.done("open", json!({"config": new, "nonce": "a-nonce-of-ann"})).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    let code = ann.until("table").await["invite_code"].as_str().unwrap().to_owned();
    ben.refused("join", json!({"table": table, "invite_code": wrong(&code)})).await;
    ben.done("join", json!({"table": table, "invite_code": code, "nonce": "a-nonce-of-ben"})).await;
    ann.done("say", json!({"room": {"table": table}, "text": "words-between-us"})).await;
    let now = ann.done("sync", json!({"table": table})).await;
    let draft = json!({"table": table, "nth": now["nth"], "action": legal(&now).first()});
    ann.ask("draft", draft.clone()).await;
    ann.ask("act", draft).await;
    ann.refused("act", json!({"table": table, "nth": 999, "action": "nonsense"})).await;
    ann.send(&json!({"hello": {"version": 2, "token": wrong(&ann.token)}})).await;
    ann.send(&json!("rubbish-of-ann")).await;
    let token = ann.token.clone();
    let cookie = format!("cookie: parlor={token}");
    let session = json!({ "token": token }).to_string();
    let json_body = "Content-Type: application/json";
    assert_eq!(request(server, "POST", "/api/session", &[json_body], &session).status, 204);
    request(server, "POST", "/api/session", &[json_body], &json!({ "token": wrong(&token) }).to_string());
    request(server, "GET", &format!("/api/replays/{table}-1"), &[&cookie], "");
    let (mut phone, _) = Client::resume(server, &token).await;
    phone.done("sync", json!({"table": table})).await;
    let admin = server.admin_token().to_owned();
    assert_eq!(get_as(server, "/api/admin/tables", &admin).status, 200);
    assert_eq!(get_as(server, "/api/admin/tables", &wrong(&admin)).status, 401);
    let all = get_as(server, "/api/admin/tables", &admin).body + &get(server, "/metrics").body;
    assert!(!all.contains(&code) && !all.contains("a-nonce-of-ann"), "not even the operator sees it");
    ben.done("leave", json!({"table": table})).await;
    let result = loop {
        let update = ann.until("update").await;
        if update["result"].is_object() {
            break update["result"].clone();
        }
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let secret = text(&result["deal"]["secret"]);
    let deal: protocol::Deal = serde_json::from_value(result["deal"].clone()).unwrap();
    let seed = deal.seed(text(&result["replay_id"]).parse().unwrap()).to_string();
    // Somebody with the token of another is refused in full as well.
    post_as(server, "/api/admin/announce", &token, &json!({"text": "words-to-all"}));
    vec![
        wrong(&code),
        wrong(&token),
        wrong(&admin),
        code,
        ben.token.clone(),
        token,
        admin,
        secret,
        seed,
        "a-nonce-of-ann".to_owned(),
        "a-nonce-of-ben".to_owned(),
        "words-between-us".to_owned(),
        "rubbish-of-ann".to_owned(),
    ]
}

#[tokio::test]
async fn no_secret_is_in_the_log_however_much_is_logged() {
    for format in ["text", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let server =
            ServerProcess::start_with(folder.path(), &["--log-level", "trace", "--log-format", format]);
        let secrets = a_day_at_the_server(&server).await;
        let log = server.log_to_the_end();
        assert!(log.contains("server started") && log.contains("server stopped"), "{log}");
        for secret in &secrets {
            assert!(!log.contains(secret.as_str()), "{secret} is in the log:\n{log}");
        }
        // A second start reads everything that was stored, and tells none of it either.
        let again = ServerProcess::start_with(folder.path(), &["--log-level", "trace"]).log_to_the_end();
        assert!(secrets.iter().all(|secret| !again.contains(secret.as_str())), "{again}");
    }
}

#[tokio::test]
async fn names_chat_and_addresses_are_never_markup() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let name = "<b onload=x>&quot;";
    let mut ann = Client::hello(&server, name).await;
    ann.done("lobby", json!({"on": true})).await;
    let line = "<script>alert(1)</script>";
    ann.done("say", json!({"room": "lobby", "text": line})).await;
    assert_eq!(ann.until("said").await["line"]["text"], line, "text travels as it was said, in JSON");
    ann.open(json!({"game": "gomoku"})).await;
    for path in [
        "/api/tables",
        "/api/people/%3Cb%20onload=x%3E&quot;",
        "/api/people/%3Cscript%3E",
        "/%3Cscript%3Ealert(1)%3C/script%3E",
        "/api/tables/%3Cscript%3E",
        "/api/replays/%3Cscript%3E",
    ] {
        let answer = get(&server, path);
        let head = answer.head.to_lowercase();
        assert!(head.contains("content-type: application/json"), "{path}: {head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        answer.json();
    }
    let page = get(&server, "/").body;
    assert!(!page.contains(name) && !page.contains(line));
}

#[tokio::test]
async fn a_private_table_cannot_be_found_or_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let mut ann = Client::hello(&server, "Ann").await;
    let mut eve = Client::hello(&server, "Eve").await;
    eve.done("lobby", json!({"on": true})).await;
    let mut codes = std::collections::BTreeSet::new();
    for _ in 0..5 {
        let table = ann.open(json!({"game": "gomoku", "private": true})).await;
        let shown = ann.until("table").await;
        let code = shown["invite_code"].as_str().unwrap().to_owned();
        assert!(code.len() == 20 && codes.insert(code.clone()), "100 random bits, each time others");
        for path in [format!("/api/tables/{table}"), format!("/api/tables/{table}?code={code}")] {
            assert_eq!(get(&server, &path).error(), (404, "no_such_table".into()));
        }
        assert!(!get(&server, "/api/tables").body.contains(&table));
        let near = format!("{}{}", &code[..19], if code.ends_with('0') { '1' } else { '0' });
        for guess in [json!(null), json!(""), json!(near), json!(code[..19]), json!(format!("{code}0"))] {
            for kind in ["join", "watch"] {
                let refused = eve.refused(kind, json!({"table": table, "invite_code": guess})).await;
                assert_eq!(refused["code"], "not_invited", "{guess}");
                assert!(!refused.to_string().contains(&code));
            }
        }
        eve.done("ping", json!({})).await;
    }
    let received = eve.transcript.iter().filter(|(direction, _)| *direction == '<');
    assert!(
        received.clone().all(|(_, said)| codes.iter().all(|code| !said.to_string().contains(code.as_str())))
    );
    assert!(
        received.clone().all(|(_, said)| said["lobby_update"].get("table").is_none()),
        "it is not in the lobby"
    );
}
