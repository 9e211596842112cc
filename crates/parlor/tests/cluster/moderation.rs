//! Blocks, bans, warnings and closed tables hold on every node.

use serde_json::json;

use super::harness::Bed;
use super::player::Player;
use crate::support::client::Client;
use crate::support::http::{get_as, post_as, request};

#[tokio::test]
async fn what_is_decided_about_people_on_one_node_holds_on_all() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let operator = a.admin_token().to_owned();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    let table = ann.table.clone();
    let mut eve = Client::hello(&b, "Eve").await;

    // A warning reaches the node where the person is.
    let warning = json!({"person": "Eve", "text": "Please be kind."});
    assert_eq!(post_as(&c, "/api/admin/warnings", &operator, &warning).status, 204);
    assert_eq!(eve.until("notice").await["message"], "Please be kind.");

    // Ann blocks Eve on another node than the one that she is connected to.
    let authorization = format!("Authorization: Bearer {}", ann.client.token);
    assert_eq!(request(&c, "PUT", "/api/blocks/Eve", &[&authorization], "").status, 204);
    ann.client.until("blocks_changed").await;
    ann.client.done("lobby", json!({"on": true})).await;
    eve.done("say", json!({"room": "lobby", "text": "Hello Ann"})).await;
    ben.client.done("say", json!({"room": "lobby", "text": "Hello all"})).await;
    loop {
        let line = ann.client.until("said").await["line"].clone();
        assert_ne!(line["text"], "Hello Ann");
        if line["text"] == "Hello all" {
            break;
        }
    }

    // A ban closes the connection on its node, and no node lets the person in.
    let ban = json!({"kind": "ban", "person": "Eve", "minutes": 60});
    assert_eq!(post_as(&c, "/api/admin/sanctions", &operator, &ban).status, 201);
    assert_eq!(eve.until("bye").await["reason"], "banned");
    for node in [&a, &b, &c] {
        // The message to the other nodes was sent before the answer; they read it in their own time.
        loop {
            let answer = get_as(node, "/api/devices", &eve.token);
            if answer.status == 403 {
                break;
            }
            tokio::task::yield_now().await;
        }
    }

    // The operator closes a table that another node owns.
    let closing = json!({"reason": "Bedtime."});
    let closed = post_as(&c, &format!("/api/admin/tables/{table}/close"), &operator, &closing);
    assert_eq!(closed.status, 204, "{closed:?}");
    ben.client.until("table_removed").await;
    assert_eq!(ben.client.until("notice").await["kind"], "table_closed");
    let audit = get_as(&b, "/api/admin/audit", &operator).json();
    let done: Vec<_> =
        audit["entries"].as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(done, [json!("close_table"), json!("ban"), json!("warn")]);
}
