//! Every deal can be checked: commitments before it, nonces from everybody, and all revealed at the end.

use protocol::{Commitment, Deal, GameResult, Nonce, Seal, ServerMsg, TableId};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, place};

fn new_table() -> Value {
    json!({"game": "gomoku", "seats": 2, "clock": "off"})
}

/// The first seat wins a game of gomoku from the `from`th decision on, and everybody receives how it was dealt.
async fn first_wins(
    first: &mut Person,
    second: &mut Person,
    (table, game): (TableId, u32),
    from: u32,
) -> GameResult {
    for x in from..5 {
        first.acts_in(table, game, x, place(x, 0)).await;
        if x < 4 {
            second.acts_in(table, game, x, place(x, 9)).await;
        }
    }
    let results = [result(first).await, result(second).await];
    assert_eq!(results[0], results[1], "all receive the same");
    let [result, _] = results;
    result
}

async fn result(person: &mut Person) -> GameResult {
    person
        .until(|message| match message {
            ServerMsg::Update(update) => update.result.clone(),
            _ => None,
        })
        .await
}

fn nonces(deal: &Deal) -> Vec<Option<&str>> {
    deal.nonces.iter().map(|nonce| nonce.as_ref().map(Nonce::as_str)).collect()
}

/// What was sent at the end is what was promised, and what the replay says.
async fn holds(server: &TestServer, result: &GameResult, promised: Option<Commitment>) -> Deal {
    let deal = result.deal.clone().expect("a deal");
    assert_eq!(Some(deal.commitment), promised, "it is the commitment that was sent before");
    assert!(deal.keeps_commitment());
    let replay = server.replay(result.replay_id).await.expect("a replay");
    assert_eq!(replay["deal"], json!(deal));
    assert_eq!(replay["record"]["seed"], json!(deal.seed(result.replay_id)), "the game was dealt from it");
    assert_eq!(replay["seal"], json!(result.seal));
    assert_eq!(Some(Seal::of(&replay)), result.seal);
    deal
}

pub(crate) async fn a_commitment_is_told_before_each_deal_and_kept_at_its_end() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let promised = ann.commitment;
    assert!(promised.is_some() && bo.commitment.is_some() && promised != bo.commitment);
    let ServerMsg::Done(done) = ann.ask("open", json!({"config": new_table(), "nonce": "from-ann"})).await
    else {
        panic!("opened")
    };
    let table = done.table.expect("a table");
    assert!(done.commitment.is_some() && done.commitment != promised, "the next table has another secret");
    assert_eq!(ann.table().await.info.commitment, promised, "the opener of a table knew it before");
    assert_eq!(
        bo.lobby().await.tables[0].commitment,
        promised,
        "the lobby tells it to who has not joined yet"
    );
    let public = server.public_table(table).await.expect("a table");
    assert_eq!(public.commitment, promised);
    let ServerMsg::Table(joined) = bo.ask("join", json!({"table": table, "nonce": "from_Bo"})).await else {
        panic!("joined")
    };
    assert_eq!(joined.info.commitment, promised, "it stays while the game is played");
    let first = first_wins(&mut ann, &mut bo, (table, 1), 0).await;
    let deal = holds(&server, &first, promised).await;
    assert_eq!(nonces(&deal), [Some("from-ann"), Some("from_Bo")]);
    let next = first.next_commitment;
    assert!(next.is_some() && next != promised);
    assert_eq!(ann.sync(table, None).await.info.commitment, next);
    bo.does("rematch", json!({"table": table, "nonce": "again"})).await;
    ann.does("rematch", json!({"table": table})).await;
    let second = first_wins(&mut ann, &mut bo, (table, 2), 0).await;
    let deal = holds(&server, &second, next).await;
    assert_eq!(nonces(&deal), [None, Some("again")], "a nonce is for one game");
}

pub(crate) async fn a_running_game_tells_its_secret_and_nonces_to_nobody() {
    let server = TestServer::open().await;
    let mut lou = server.person("Lou").await;
    lou.lobby().await;
    let mut ann = server.person("Ann").await;
    let mut bo = server.person("Bo").await;
    let mut eve = server.person("Eve").await;
    let opened = ann.does("open", json!({"config": new_table(), "nonce": "hush-ann"})).await;
    let table = opened.expect("a table");
    eve.does("watch", json!({"table": table})).await;
    bo.does("join", json!({"table": table, "nonce": "hush-bo"})).await;
    ann.acts(table, 0, place(0, 0)).await;
    bo.acts(table, 0, place(0, 9)).await;
    let mut sent = vec![json!(server.public_tables().await)];
    for person in [&mut ann, &mut bo, &mut eve, &mut lou] {
        sent.extend(person.received_so_far().await.iter().map(|message| json!(message)));
    }
    for person in [&mut ann, &mut bo, &mut eve] {
        sent.push(json!(person.sync(table, Some(0)).await));
    }
    let deal = first_wins(&mut ann, &mut bo, (table, 1), 1).await.deal.expect("a deal");
    let text = json!(sent).to_string();
    assert!(text.contains(&deal.commitment.to_string()), "the commitment is for all");
    for hidden in [deal.secret.to_string(), "hush-ann".to_owned(), "hush-bo".to_owned()] {
        assert!(!text.contains(&hidden), "{hidden} was sent while the game ran");
    }
    assert_eq!(result(&mut eve).await.deal, Some(deal), "at the end all is sent to watchers too");
}

pub(crate) async fn secrets_and_nonces_survive_a_crash() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let promised = ann.commitment;
    let table = ann.does("open", json!({"config": new_table(), "nonce": "before"})).await.expect("a table");
    ann.does("join", json!({"table": table, "nonce": "better"})).await;
    let token = ann.token.clone();
    let server = server.crash(1_000).await;
    let mut ann = server.again(&token).await;
    assert_eq!(ann.table().await.info.commitment, promised, "an open table keeps its commitment");
    let mut bo = server.person("Bo").await;
    bo.does("join", json!({"table": table, "nonce": "bo"})).await;
    ann.acts(table, 0, place(0, 0)).await;
    let tokens = [ann.token.clone(), bo.token.clone()];
    let server = server.crash(1_000).await;
    let [mut ann, mut bo] = [server.again(&tokens[0]).await, server.again(&tokens[1]).await];
    assert_eq!(ann.table().await.info.commitment, promised, "and so does a running game");
    // Given while a game runs, a nonce is not taken.
    bo.does("join", json!({"table": table, "nonce": "too-late"})).await;
    bo.acts(table, 0, place(0, 9)).await;
    let first = first_wins(&mut ann, &mut bo, (table, 1), 1).await;
    let deal = holds(&server, &first, promised).await;
    assert_eq!(nonces(&deal), [Some("better"), Some("bo")]);
    ann.does("rematch", json!({"table": table, "nonce": "more"})).await;
    let server = server.crash(1_000).await;
    let [mut ann, mut bo] = [server.again(&tokens[0]).await, server.again(&tokens[1]).await];
    let after = ann.table().await;
    assert_eq!(after.result, Some(first.clone()), "how the game was dealt is sent after a crash as before");
    assert_eq!(after.info.commitment, first.next_commitment);
    bo.does("rematch", json!({"table": table})).await;
    let second = first_wins(&mut ann, &mut bo, (table, 2), 0).await;
    let deal = holds(&server, &second, first.next_commitment).await;
    assert_eq!(nonces(&deal), [Some("more"), None]);
}

pub(crate) async fn an_abandoned_game_is_revealed_too() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let promised = ann.commitment;
    let mut new = new_table();
    new["on_leave"] = json!("end");
    let table = ann.does("open", json!({"config": new, "nonce": "a"})).await.expect("a table");
    let mut bo = server.person("Bo").await;
    bo.does("join", json!({"table": table, "nonce": "b"})).await;
    ann.acts(table, 0, place(3, 3)).await;
    bo.does("leave", json!({"table": table})).await;
    let ended = result(&mut ann).await;
    assert!(ended.abandoned);
    let deal = holds(&server, &ended, promised).await;
    assert_eq!(nonces(&deal), [Some("a"), Some("b")]);
}

pub(crate) async fn a_table_full_of_bots_is_dealt_from_what_was_told_in_the_welcome() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    let promised = ann.commitment;
    let new =
        json!({"game": "onecard", "seats": 3, "bots": ["random", "random"], "bot_delay_ms": 0, "clock": 5});
    let table = ann.does("open", json!({"config": new, "nonce": "only-me"})).await.expect("a table");
    assert_eq!(ann.table().await.info.commitment, promised);
    // A bot plays for her to the end.
    ann.does("leave", json!({"table": table})).await;
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    let ended = match eve.sync(table, None).await.result {
        Some(result) => result,
        None => result(&mut eve).await,
    };
    let deal = holds(&server, &ended, promised).await;
    assert_eq!(nonces(&deal), [Some("only-me"), None, None]);
}

pub(crate) async fn what_is_no_nonce_is_refused_and_nothing_happens() {
    let server = TestServer::open().await;
    let mut ann = server.person("Ann").await;
    for nonce in ["", "a b", "naïve", "line\nend", &"a".repeat(65)] {
        assert_eq!(ann.refused("open", json!({"config": new_table(), "nonce": nonce})).await, "bad_message");
    }
    assert!(server.public_tables().await.is_empty());
    let promised = ann.commitment;
    let wrong = json!({"config": {"game": "gomoku", "seats": 99}});
    assert_eq!(ann.refused("open", wrong).await, "bad_options");
    let table = ann.opens(new_table()).await;
    assert_eq!(ann.sync(table, None).await.info.commitment, promised, "a refused table uses up no secret");
}
