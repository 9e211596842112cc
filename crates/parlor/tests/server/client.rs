//! The client library: it reconnects without being asked, and loses and doubles nothing.

use client::{Client, Identity, Incoming};
use protocol::{
    ChatRoom, ClientMsg, GameJson, Join, Lobby, Mute, NewTable, Open, Say, ServerMsg, Sync, TableId,
    TableSnapshot, TableStage, Watch,
};
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use crate::server::harness::TestServer;
use crate::server::person::{legal, read, seen};
use crate::support::server::TEST_TIMEOUT;

async fn comes_in(server: &TestServer, name: &str) -> (Client, Receiver<Incoming>) {
    let identity = Identity::New { name: name.to_owned(), bot: true };
    let (client, _, incoming) = Client::connect(&server.url(), identity).await.unwrap();
    (client, incoming)
}

async fn opens(client: &Client, new: Value) -> TableId {
    let new: NewTable = serde_json::from_value(new).unwrap();
    match client.request(ClientMsg::Open(Open { config: new, nonce: None, reference: None })).await.unwrap() {
        ServerMsg::Done(done) => done.table.unwrap(),
        other => panic!("{other:?}"),
    }
}

async fn joins(client: &Client, table: TableId) {
    let join = Join { table, seat: None, invite_code: None, nonce: None, reference: None };
    client.request(ClientMsg::Join(join)).await.unwrap();
}

async fn syncs(client: &Client, table: TableId) -> TableSnapshot {
    let sync = ClientMsg::Sync(Sync { table, since: None, reference: None });
    match timeout(TEST_TIMEOUT, client.request(sync)).await.expect("an answer").unwrap() {
        ServerMsg::Table(table) => *table,
        other => panic!("{other:?}"),
    }
}

/// The next incoming message that `look` accepts.
async fn until<T>(incoming: &mut Receiver<Incoming>, look: impl Fn(&Incoming) -> Option<T>) -> T {
    loop {
        let next = timeout(TEST_TIMEOUT, incoming.recv()).await.expect("something comes in");
        if let Some(found) = look(&next.expect("the client goes on")) {
            return found;
        }
    }
}

/// Reads what nobody looks at, so that the client is never held up.
fn drain(mut incoming: Receiver<Incoming>) {
    tokio::spawn(async move { while incoming.recv().await.is_some() {} });
}

fn say(text: &str) -> ClientMsg {
    ClientMsg::Say(Say { room: ChatRoom::Lobby, text: text.to_owned(), reference: None })
}

fn raw(action: &Value) -> GameJson {
    serde_json::value::to_raw_value(action).unwrap()
}

#[tokio::test]
async fn a_whole_game_survives_a_kill_in_its_middle_without_a_lost_or_doubled_action() {
    let mut server = TestServer::open().await;
    let (ann, ann_incoming) = comes_in(&server, "Ann").await;
    let (bo, bo_incoming) = comes_in(&server, "Bo").await;
    drain(ann_incoming);
    drain(bo_incoming);
    let table = opens(&ann, json!({"game": "chicago", "seats": 2, "clock": "off"})).await;
    joins(&bo, table).await;
    let mut chosen: Vec<Vec<Value>> = vec![Vec::new(), Vec::new()];
    let mut killed = 0;
    let result = 'game: loop {
        for (seat, client) in [&ann, &bo].into_iter().enumerate() {
            let snapshot = syncs(client, table).await;
            if snapshot.info.stage == TableStage::Finished {
                break 'game snapshot.result.unwrap();
            }
            assert_eq!(snapshot.nth as usize, chosen[seat].len(), "nothing was lost, nothing came twice");
            let choices = legal(snapshot.seen.as_ref().unwrap());
            let Some(action) = choices.get(chosen[seat].len() % choices.len().max(1)) else { continue };
            let act = tokio::spawn({
                let (client, action) = (client.clone(), raw(action));
                async move { client.act(table, snapshot.game_number, snapshot.nth, action).await }
            });
            if chosen[seat].len() % 10 == 5 && killed < 3 {
                // The action is on its way, or arrived, or stored, or answered: whatever it is, it is played once.
                for _ in 0..killed * 20 {
                    tokio::task::yield_now().await;
                }
                server = server.crash(1_000).await;
                killed += 1;
            }
            timeout(TEST_TIMEOUT, act).await.expect("an answer").unwrap().unwrap();
            chosen[seat].push(action.clone());
        }
    };
    assert_eq!(killed, 3);
    let replay = server.replay(result.replay_id).await.unwrap();
    let actions = replay["record"]["actions"].as_array().unwrap();
    for (seat, chosen) in chosen.iter().enumerate() {
        let of_seat = actions.iter().filter(|action| action["seat"] == seat);
        let played: Vec<_> = of_seat.map(|action| action["action"].clone()).collect();
        assert_eq!(&played, chosen);
    }
    assert!(actions.iter().all(|action| action["by"] == "person"));
}

#[tokio::test]
async fn whoever_watches_or_stands_in_the_lobby_is_told_again_after_a_crash() {
    let server = TestServer::open().await;
    let (ann, ann_incoming) = comes_in(&server, "Ann").await;
    drain(ann_incoming);
    let new = json!({"game": "gomoku", "seats": 2, "clock": "off", "bots": ["random"], "bot_delay_ms": 0});
    let table = opens(&ann, new).await;
    let (eve, mut incoming) = comes_in(&server, "Eve").await;
    eve.request(ClientMsg::Watch(Watch { table, invite_code: None, reference: None })).await.unwrap();
    eve.request(whole_lobby()).await.unwrap();
    ann.request(say("before")).await.unwrap();
    eve.request(ClientMsg::Mute(Mute { name: "Ann".to_owned(), on: true, reference: None })).await.unwrap();
    let server = server.crash(1_000).await;
    until(&mut incoming, |came| matches!(came, Incoming::Back(_)).then_some(())).await;
    let lobby = until(&mut incoming, |came| match came {
        Incoming::Message(message) => match &**message {
            ServerMsg::Lobby(lobby) => Some(lobby.clone()),
            _ => None,
        },
        _ => None,
    });
    assert!(lobby.await.chat.is_empty(), "a muted person stays muted");
    let snapshot = syncs(&ann, table).await;
    let choices = legal(snapshot.seen.as_ref().unwrap());
    ann.act(table, snapshot.game_number, snapshot.nth, raw(&choices[0])).await.unwrap();
    let update = until(&mut incoming, |came| match came {
        Incoming::Message(message) => match &**message {
            ServerMsg::Update(update) => Some(read(seen(update))),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(update.await["view"]["pebbles"], 1);
    drop(server);
}

#[tokio::test]
async fn the_client_adds_to_the_luck_of_each_game_and_tells_whether_the_server_kept_its_word() {
    let server = TestServer::open().await;
    let (ann, mut news) = comes_in(&server, "Ann").await;
    let (ben, mut bens) = comes_in(&server, "Ben").await;
    ben.request(whole_lobby()).await.unwrap();
    let table = opens(&ann, json!({"game": "gomoku", "seats": 2, "clock": "off"})).await;
    until(&mut bens, |came| match came {
        Incoming::Message(message) => match &**message {
            ServerMsg::LobbyUpdate(protocol::LobbyUpdate::Table(info)) => (info.table == table).then_some(()),
            _ => None,
        },
        _ => None,
    })
    .await;
    joins(&ben, table).await;
    for game in 1..=2 {
        for x in 0..5 {
            let at = |y: u32| serde_json::value::to_raw_value(&json!({"place": {"x": x, "y": y}})).unwrap();
            ann.act(table, game, x, at(0)).await.unwrap();
            if x < 4 {
                ben.act(table, game, x, at(9)).await.unwrap();
            }
        }
        for incoming in [&mut news, &mut bens] {
            let check = until(incoming, |came| match came {
                Incoming::Dealt(check) => Some(*check),
                _ => None,
            })
            .await;
            assert_eq!((check.game.table, check.game.game), (table, game));
            assert_eq!(
                (check.secret, check.promise, check.nonce),
                (true, Some(true), Some(true)),
                "{check:?}"
            );
            assert!(check.holds());
        }
        for client in [&ann, &ben] {
            let rematch = protocol::Rematch { table, nonce: None, bots_for_absent: None, reference: None };
            client.request(ClientMsg::Rematch(rematch)).await.unwrap();
        }
    }
}

fn whole_lobby() -> ClientMsg {
    ClientMsg::Lobby(Lobby { on: true, game: None, pages: None, bundled: false, reference: None })
}
