//! One old client, one person from the web, one through the client library and one bot at a table: whole games.

use std::thread::JoinHandle;
use std::time::Duration;

use client::{Client as Terminal, Identity, Incoming};
use protocol::{ClientMsg, GameJson, Join, ServerMsg, TableId, TableInfo, TableStage};
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;

use crate::legacy::chicago::enters;
use crate::legacy::harness::TestServer;
use crate::legacy::raw::Raw;
use crate::legacy::sorry_rules::{Outcome, turn};
use crate::support::client::{Client as Web, legal};
use crate::support::http::get;

/// The table that an old client has opened.
fn table_of(server: &TestServer, game: &str) -> TableId {
    let tables = get(&server.process, "/api/tables").json()["tables"].take();
    let cards: Vec<TableInfo> = serde_json::from_value(tables).unwrap();
    let card = cards.iter().find(|card| card.game == game && card.stage == TableStage::Waiting);
    card.unwrap_or_else(|| panic!("{cards:?}")).table
}

async fn terminal(server: &TestServer, name: &str) -> (Terminal, Receiver<Incoming>) {
    let identity = Identity::New { name: name.to_owned(), bot: false };
    let url = format!("ws://{}/ws", server.process.address);
    let (client, _, incoming) = Terminal::connect(&url, identity).await.unwrap();
    (client, incoming)
}

/// Plays the first legal action until the game is over; returns the winners.
async fn terminal_plays(client: Terminal, mut incoming: Receiver<Incoming>, table: TableId) -> Value {
    let mut played = None;
    loop {
        let Some(Incoming::Message(message)) = incoming.recv().await else { continue };
        let (game_number, nth, seen, result): (u32, u32, Option<GameJson>, _) = match *message {
            ServerMsg::Update(update) if update.table == table => {
                (update.game_number, update.nth, update.seen, update.result)
            }
            ServerMsg::Table(snapshot) if snapshot.info.table == table => {
                (snapshot.game_number, snapshot.nth, snapshot.seen, snapshot.result)
            }
            _ => continue,
        };
        if let Some(result) = result {
            return serde_json::to_value(result.winners).unwrap();
        }
        let Some(seen) = seen else { continue };
        let seen: Value = serde_json::from_str(seen.get()).unwrap();
        if let Some(action) = legal(&json!({ "seen": seen })).first()
            && played != Some(nth)
        {
            played = Some(nth);
            client
                .act(table, game_number, nth, serde_json::value::to_raw_value(action).unwrap())
                .await
                .unwrap();
        }
    }
}

async fn web_plays(mut web: Web, table: TableId) -> Value {
    let scene = web.scene().await;
    let over = web.play_on(&table.to_string(), scene, u32::MAX).await;
    over.result().unwrap()["winners"].clone()
}

/// Moves the time on while something goes on, so that bots need not be waited for.
pub(crate) async fn hurried<T>(server: &TestServer, work: impl Future<Output = T>) -> T {
    tokio::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(Duration::from_millis(5)) => server.advance(1_000),
        }
    }
}

/// Sits Ann from the web and Bo through the library down, and a bot if there is room; returns all winners that were announced.
async fn plays_with_all(
    server: &TestServer,
    table: TableId,
    bots: usize,
    start: impl FnOnce(),
) -> [Value; 2] {
    let mut ann = Web::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    let (bo, incoming) = terminal(server, "Bo").await;
    let join = Join { table, seat: None, invite_code: None, nonce: None, reference: None };
    bo.request(ClientMsg::Join(join)).await.unwrap();
    for _ in 0..bots {
        ann.done("add_bot", json!({"table": table, "level": "casual"})).await;
    }
    start();
    let bo = terminal_plays(bo, incoming, table);
    let (one, other) = hurried(server, async { tokio::join!(web_plays(ann, table), bo) }).await;
    [one, other]
}

async fn join<T>(old: JoinHandle<T>) -> T {
    tokio::task::block_in_place(|| old.join().unwrap())
}

/// A legacy client of Sorry! that plays without input; returns the winner's number.
pub(crate) fn plays_sorry(mut client: Raw, players: usize) -> u8 {
    let own = client.read(1)[0];
    client.expect(&[0x05]);
    let mut pawns = vec![0u8; players];
    loop {
        let packet = client.read(1)[0];
        match packet >> 6 {
            // A Turn.
            1 if packet & 0x3F == own => client.send(&[0x80]),
            // Another's Turn or Roll.
            1 | 2 => {}
            3 => {
                pawns[0] = packet & 0x3F;
                for pawn in pawns.iter_mut().skip(1) {
                    *pawn = client.read(1)[0] & 0x3F;
                }
            }
            _ => return packet,
        }
        if packet == 0x40 | own {
            let roll = client.read(1)[0] & 0x3F;
            match turn(&pawns, usize::from(own) - 1, roll, false) {
                Outcome::Moved(after) => {
                    pawns = after;
                    client.send(&pawns.iter().map(|pawn| 0xC0 | pawn).collect::<Vec<_>>());
                    client.send(&[0x40]);
                }
                Outcome::Nothing => client.send(&[0x40]),
                Outcome::Home => client.send(&[own]),
            }
        }
    }
}

/// An old client of Gomoku: the first free crossing, until somebody has five in a row.
fn plays_gomoku(mut client: Raw, own: u8) -> u8 {
    let mut board = [[0u8; 15]; 15];
    let mut mover = 1;
    loop {
        if mover == own {
            let free = (0..225).map(|at| (at % 15, at / 15)).find(|(x, y)| board[*y][*x] == 0).unwrap();
            client.send(format!("PlaceChess,{},{},{own}\r\n", free.0, free.1).as_bytes());
        }
        let line = client.next_line();
        let fields: Vec<usize> = line
            .strip_prefix("PlaceChess,")
            .unwrap_or_else(|| panic!("{line}"))
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        let [x, y, id] = fields[..] else { panic!("{line}") };
        assert_eq!((id as u8, board[y][x]), (mover, 0));
        board[y][x] = mover;
        let five = [(1i32, 0i32), (0, 1), (1, 1), (1, -1)].into_iter().any(|(across, down)| {
            let count = |sign: i32| {
                (1..15)
                    .take_while(|step| {
                        let (x, y) = (x as i32 + sign * step * across, y as i32 + sign * step * down);
                        (0..15).contains(&x) && (0..15).contains(&y) && board[y as usize][x as usize] == mover
                    })
                    .count()
            };
            1 + count(1) + count(-1) >= 5
        });
        if five {
            return mover;
        }
        mover = mover % 3 + 1;
    }
}

/// A legacy client of Chicago that changes nothing and plays the first card it may; returns the winner's seat.
fn plays_chicago(mut client: Raw, names: &[&str]) -> u8 {
    client.expect(&[5, 1, names.len() as u8, 0]);
    for name in names {
        client.expect(&[name.len() as u8]);
        client.expect(name.as_bytes());
    }
    let count = names.len();
    let row = |client: &mut Raw, length: usize| {
        client.expect(&[1]);
        client.read(length)
    };
    for round in 0.. {
        let mut hand = row(&mut client, 5);
        for _ in 0..3 {
            client.send(&[52; 5]);
            assert_eq!(row(&mut client, 5), hand);
            let score = row(&mut client, 2 + count);
            if score[1] == 9 {
                return score[0];
            }
        }
        client.send(&[0]);
        let caller = row(&mut client, 1)[0] as usize;
        let mut leader = if caller < count { caller } else { (round + 1) % count };
        for _ in 0..5 {
            let mut best: Option<(usize, u8)> = None;
            for step in 0..count {
                let seat = (leader + step) % count;
                if seat == 0 {
                    if step == 0 {
                        client.expect(&[1, 0x34]);
                    }
                    let led = best.map(|(_, card)| card / 13);
                    let follows = hand.iter().position(|card| Some(card / 13) == led);
                    client.send(&[hand.remove(follows.unwrap_or(0))]);
                }
                let shown = row(&mut client, 2);
                assert_eq!(shown[0] as usize, seat);
                let value = |card: u8| if card.is_multiple_of(13) { 13 } else { card % 13 };
                if best.is_none_or(|(_, top)| shown[1] / 13 == top / 13 && value(shown[1]) > value(top)) {
                    best = Some((seat, shown[1]));
                }
            }
            leader = best.unwrap().0;
        }
        row(&mut client, 2 + count);
        let end = row(&mut client, 2);
        if end[0] == 1 {
            return end[1];
        }
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread")]
async fn four_kinds_of_players_at_one_table_of_sorry() {
    let server = TestServer::open(&["--sorry-clock", "off"]);
    let old = Raw::connect(server.sorry);
    let table = waits(&server, "sorry").await;
    let old = std::thread::spawn(move || plays_sorry(old, 4));
    let winners = plays_with_all(&server, table, 1, || {}).await;
    let winner = join(old).await;
    assert_eq!(winners, [json!([winner - 1]), json!([winner - 1])]);
}

#[tokio::test(flavor = "multi_thread")]
async fn four_kinds_of_players_at_one_table_of_chicago() {
    let server = TestServer::open(&["--chicago-clock", "off"]);
    let mut old = enters(&server, "old");
    old.send(&[1, 4]);
    old.expect(&[1, 1, 0, 0, 0]);
    old.expect(&[6, 1, 0, 0, 0, 4, 1, 3, b'o', b'l', b'd']);
    let table = table_of(&server, "chicago");
    let old = std::thread::spawn(move || {
        old.expect(&[6, 1, 0, 0, 0, 4, 2, 3, b'o', b'l', b'd', 3, b'A', b'n', b'n']);
        old.expect(&[6, 1, 0, 0, 0, 4, 3, 3, b'o', b'l', b'd', 3, b'A', b'n', b'n', 2, b'B', b'o']);
        plays_chicago(old, &["old", "Ann", "Bo", "Bot 4 (casual)"])
    });
    let winners = plays_with_all(&server, table, 1, || {}).await;
    let winner = join(old).await;
    assert_eq!(winners, [json!([winner]), json!([winner])]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_client_the_web_and_the_library_at_one_table_of_gomoku() {
    let server = TestServer::open(&[]);
    let mut old = Raw::connect(server.gomoku);
    old.line("AssignPlayerID,1");
    let table = waits(&server, "gomoku").await;
    let (ready, started) = std::sync::mpsc::channel();
    let old = std::thread::spawn(move || {
        started.recv().unwrap();
        old.send(b"StartGame,1\n");
        old.line("EnterGame");
        plays_gomoku(old, 1)
    });
    let winners = plays_with_all(&server, table, 0, || ready.send(()).unwrap()).await;
    let winner = join(old).await;
    assert_eq!(winners, [json!([winner - 1]), json!([winner - 1])]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_client_between_a_person_and_a_bot_that_keeps_off_the_perilous_lines() {
    let server = TestServer::open(&[]);
    let mut old = Raw::connect(server.gomoku);
    old.line("AssignPlayerID,1");
    let table = waits(&server, "gomoku").await;
    let mut ann = Web::hello(&server.process, "Ann").await;
    ann.done("join", json!({ "table": table })).await;
    ann.done("add_bot", json!({"table": table, "level": "random"})).await;
    // Anybody who sits there may start; only player 1 restarts.
    assert_eq!(ann.refused("rematch", json!({ "table": table })).await["code"], "not_started");
    ann.done("start", json!({ "table": table })).await;
    assert_eq!(ann.refused("rematch", json!({ "table": table })).await["code"], "first_player_only");
    old.line("EnterGame");
    for (x, y) in [(14, 14), (13, 14), (12, 14), (11, 14)] {
        old.send(format!("PlaceChess,{x},{y},1\n").as_bytes());
        old.line(&format!("PlaceChess,{x},{y},1"));
        let scene = loop {
            let scene = hurried(&server, ann.scene()).await;
            if !scene.legal().is_empty() {
                break scene;
            }
        };
        // The bot may have taken any crossing: the highest that is free.
        let free = scene.legal().into_iter().find(|action| action["place"]["x"] == x).unwrap();
        ann.done("act", json!({"table": table, "nth": scene.nth(), "action": free})).await;
        old.line(&format!("PlaceChess,{x},{},2", free["place"]["y"]));
        let line = hurried(&server, async { tokio::task::block_in_place(|| old.next_line()) });
        server.advance(1_000);
        let line = line.await;
        let fields: Vec<_> = line.split(',').collect();
        assert!(fields[1] != "14" && fields[2] != "14" && fields[3] == "3", "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_client_joins_a_table_that_the_web_has_opened_and_a_bot_plays_on_when_it_leaves() {
    let server = TestServer::open(&[]);
    let mut ann = Web::hello(&server.process, "Ånn").await;
    let new = json!({"game": "chicago", "seats": 2, "clock": "off", "options": {"pause": 0}});
    let table = ann.open(new).await;
    let hidden = json!({"game": "chicago", "seats": 2, "options": {"one_up": "on"}});
    ann.open(hidden).await;
    let mut old = enters(&server, "old");
    old.send(&[4]);
    old.expect(&[4, 6, 1, 0, 0, 0, 2, 1, 3, b'?', b'n', b'n']);
    old.send(&[2, 1, 0, 0, 0]);
    old.expect(&[2, 1, 5, 1, 2, 1, 3, b'?', b'n', b'n', 3, b'o', b'l', b'd', 1]);
    old.hang_up();
    let scene = ann.scene().await;
    let over = hurried(&server, ann.play_on(&table, scene, 40)).await;
    assert!(over.0["seen"]["view"]["round"].as_u64().unwrap() >= 1);
}

/// The table, once the client that was just connected sits at it.
pub(crate) async fn waits(server: &TestServer, game: &str) -> TableId {
    loop {
        let tables = get(&server.process, "/api/tables").json();
        if tables["tables"].as_array().is_some_and(|tables| !tables.is_empty()) {
            return table_of(server, game);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
