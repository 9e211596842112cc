//! The store fails before, while or after something is stored: it happens once or not at all, and nobody is left behind.

use protocol::{Presence, ServerMsg, TableId};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, place};

/// The commit fails; it fails with an unknown result; it succeeds with an unknown result.
const FAULTS: [&str; 3] = ["full", "unsure-lost", "unsure-stored"];

/// Asks while the store fails; returns whether it was carried out.
async fn ask_while(server: &TestServer, fault: &str, person: &mut Person, kind: &str, body: Value) -> bool {
    server.fault(Some(fault)).await;
    let answer = person.ask(kind, body).await;
    server.fault(None).await;
    match answer {
        ServerMsg::Done(_) => true,
        ServerMsg::Refused(refused) => {
            assert_eq!(refused.code, "not_saved", "{kind}, {fault}");
            false
        }
        other => panic!("{kind}, {fault}: {other:?}"),
    }
}

async fn two(server: &TestServer) -> (Person, Person, TableId) {
    server.two_at(json!({"game": "gomoku", "seats": 2, "clock": "off", "options": {"size": 10}})).await
}

pub(crate) async fn a_line_of_chat_is_said_once_or_not_at_all_whatever_the_store_does() {
    for fault in FAULTS {
        let server = TestServer::open().await;
        let (mut ann, mut bo, table) = two(&server).await;
        let line = json!({"room": {"table": table}, "text": "hello"});
        let said = ask_while(&server, fault, &mut ann, "say", line).await;
        assert_eq!(said, fault == "unsure-stored");
        assert_eq!(bo.sync(table, None).await.chat.len(), usize::from(said), "{fault}");
        ann.does("say", json!({"room": {"table": table}, "text": "again"})).await;
        assert_eq!(bo.sync(table, None).await.chat.len(), usize::from(said) + 1, "{fault}");
    }
}

pub(crate) async fn a_draft_is_kept_if_it_was_stored_and_only_then() {
    for fault in FAULTS {
        let server = TestServer::open().await;
        let (mut ann, _bo, table) = two(&server).await;
        let draft = json!({"table": table, "nth": 0, "action": place(3, 3)});
        let kept = ask_while(&server, fault, &mut ann, "draft", draft.clone()).await;
        assert_eq!(ann.sync(table, None).await.draft.is_some(), kept, "{fault}");
        ann.does("draft", draft).await;
        assert!(ann.sync(table, None).await.draft.is_some());
    }
}

pub(crate) async fn a_draft_is_an_action_that_could_be_played_now_and_is_stored_once() {
    let server = TestServer::open().await;
    let (mut ann, mut bo, table) = two(&server).await;
    let draft = |action: Value| json!({"table": table, "nth": 0, "action": action});
    for (wrong, code) in [(json!("rubbish"), "bad_action"), (place(99, 0), "off_board")] {
        assert_eq!(ann.refused("draft", draft(wrong)).await, code);
    }
    assert_ne!(bo.refused("draft", draft(place(3, 3))).await, "", "it is not Bo's turn");
    let before = ann.sync(table, None).await.seq;
    // However it is written, it is kept as it is always written, and once.
    ann.does("draft", draft(json!({"place": {"y": 3, "x": 3}}))).await;
    for _ in 0..5 {
        ann.does("draft", draft(place(3, 3))).await;
    }
    let after = ann.sync(table, None).await;
    assert_eq!(after.draft.map(|draft| draft.get().to_owned()), Some(place(3, 3).to_string()));
    // The next fact has the next number but one.
    ann.does("draft", json!({"table": table, "nth": 0})).await;
    ann.does("draft", json!({"table": table, "nth": 0})).await;
    ann.acts(table, 0, place(4, 4)).await;
    assert_eq!(ann.sync(table, None).await.seq, before + 3);
}

pub(crate) async fn who_cannot_leave_stays_and_who_has_left_is_gone_whatever_the_store_does() {
    for fault in FAULTS {
        let server = TestServer::open().await;
        let (mut ann, mut bo, table) = two(&server).await;
        let left = ask_while(&server, fault, &mut bo, "leave", json!({"table": table})).await;
        ann.acts(table, 0, place(3, 3)).await;
        let presence = ann.sync(table, None).await.info.seats[1].presence;
        assert_eq!(matches!(presence, Presence::Left), left, "{fault}: {presence:?}");
        let heard = bo.received_so_far().await;
        let removed = heard.iter().any(|message| matches!(message, ServerMsg::TableRemoved { .. }));
        let played = heard.iter().any(|message| {
            matches!(message, ServerMsg::Update(update) if update.nth == 0 && !update.events.is_empty())
        });
        assert_eq!(removed, left, "{fault}");
        assert!(played || left, "{fault}: a person who stays receives what is played");
        bo.does("join", json!({"table": table})).await;
        assert_eq!(
            bo.sync(table, None).await.you.map(game::Seat::number),
            Some(1),
            "the seat is still theirs"
        );
    }
}

pub(crate) async fn a_connection_that_ends_during_an_outage_is_noticed() {
    for fault in FAULTS {
        let server = TestServer::open().await;
        let (mut ann, bo, table) = two(&server).await;
        let token = bo.token.clone();
        server.fault(Some(fault)).await;
        bo.goes().await;
        let gone = loop {
            let presence = ann.sync(table, None).await.info.seats[1].presence;
            if presence != Presence::Connected {
                break presence;
            }
        };
        assert!(matches!(gone, Presence::Disconnected { .. }), "{fault}: {gone:?}");
        server.fault(None).await;
        let mut bo = server.again(&token).await;
        bo.table().await;
        ann.acts(table, 0, place(3, 3)).await;
        bo.acts(table, 0, place(4, 4)).await;
    }
}

pub(crate) async fn a_rematch_is_dealt_once_whatever_the_store_does() {
    for fault in FAULTS {
        let server = TestServer::open().await;
        let (mut ann, mut bo, table) = two(&server).await;
        for nth in 0..5 {
            ann.acts(table, nth, place(nth, 0)).await;
            if nth < 4 {
                bo.acts(table, nth, place(nth, 1)).await;
            }
        }
        bo.does("rematch", json!({"table": table})).await;
        // The one that deals.
        let dealt = ask_while(&server, fault, &mut ann, "rematch", json!({"table": table})).await;
        assert_eq!(ann.sync(table, None).await.game_number, 1 + u32::from(dealt), "{fault}");
        if !dealt {
            ann.does("rematch", json!({"table": table})).await;
        }
        ann.acts_in(table, 2, 0, place(0, 0)).await;
        bo.acts_in(table, 2, 0, place(1, 0)).await;
        assert_eq!(bo.sync(table, None).await.game_number, 2);
    }
}
