//! Whole tournaments of programs in one process, and every rule of the pairing is checked.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;
mod tournaments {
    mod arena;
}

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    NewTournament, TournamentDetails, TournamentForm, TournamentId, TournamentStage, TournamentTable,
};
use serde_json::json;
use support::{Client, close_server, open_server};
use tables::{Server, ServerConfig, ShownTables, TournamentOrganiser};

/// Whether the long form runs, as `make test-long` asks for it.
fn is_long() -> bool {
    std::env::var_os("PARLOR_LONG").is_some()
}

fn tournament(seats: u8, rounds: u8, bots: bool, duplicate: bool) -> NewTournament {
    NewTournament {
        name: "Two hundred".to_owned(),
        game: "golf".to_owned(),
        options: game::options::RawOptions::parse("rounds=1").unwrap(),
        seats,
        form: TournamentForm::Rounds,
        rounds,
        minutes: None,
        // Time goes on while programs play one after the other.
        clock_seconds: Some(86_400),
        closes_at: None,
        bots,
        level: Some("random".to_owned()),
        duplicate,
        round_minutes: Some(10_080),
        break_seconds: Some(0),
        grace_seconds: Some(3_600),
    }
}

async fn look(server: &Server, id: TournamentId) -> TournamentDetails {
    server.tournament(id, None, ShownTables::All).await.unwrap()
}

/// Opens a tournament, and lets this many programs enter.
async fn opened(server: &Arc<Server>, count: usize, new: NewTournament) -> (TournamentId, Vec<Client>) {
    let id = server.open_tournament(&TournamentOrganiser::Operator, new).await.unwrap();
    let mut clients = Vec::new();
    for number in 0..count {
        let client = Client::named(server, &format!("Program {number}")).await;
        let token = client.token.as_str().unwrap().to_owned();
        let person = server.people().by_token(&token).await.unwrap().unwrap();
        let nonce = (number % 2 == 0).then(|| format!("nonce-{number}").parse().unwrap());
        server.enter_tournament(&person, id, nonce).await.unwrap();
        clients.push(client);
    }
    (id, clients)
}

/// A table that programs play at.
struct Game {
    names: Vec<String>,
    table: serde_json::Value,
    turn: usize,
}

impl Game {
    /// Every program sits down; `None` if the time of this game has run out before.
    async fn joined(clients: &mut BTreeMap<String, Client>, table: &TournamentTable) -> Option<Self> {
        let names: Vec<String> = table.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        let table = json!({ "table": table.table.unwrap() });
        for name in &names {
            let (answer, body) = clients.get_mut(name).unwrap().ask("join", table.clone()).await;
            if answer == "refused" {
                assert_eq!(body["code"], "no_such_table", "join is refused: {body}");
                return None;
            }
        }
        Some(Self { names, table, turn: 0 })
    }

    /// Each program that is to act does something that is legal; false when the game is over.
    async fn step(&mut self, clients: &mut BTreeMap<String, Client>) -> bool {
        for name in &self.names {
            let client = clients.get_mut(name).unwrap();
            // A table whose time is up is closed.
            let (_, snapshot) = client.ask("sync", self.table.clone()).await;
            if snapshot["info"]["stage"] != "running" {
                return false;
            }
            let legal = snapshot["seen"]["legal"].as_array().cloned().unwrap_or_default();
            // Not always the same, so that games come to an end.
            self.turn += 7;
            if let Some(action) = legal.get(self.turn % legal.len().max(1)) {
                let mut act = json!({ "nth": snapshot["nth"], "game_number": 1, "action": action });
                act["table"] = self.table["table"].clone();
                // The clock may have been faster.
                client.ask("act", act).await;
            }
        }
        true
    }

    async fn leave(self, clients: &mut BTreeMap<String, Client>) {
        for name in &self.names {
            clients.get_mut(name).unwrap().ask("leave", self.table.clone()).await;
        }
    }
}

/// Plays games by something that is legal, each client for its own seat, at all tables at the same time.
async fn play_tables(server: &Server, clients: &mut BTreeMap<String, Client>, tables: &[TournamentTable]) {
    let mut games = Vec::new();
    for table in tables {
        games.extend(Game::joined(clients, table).await);
    }
    while !games.is_empty() {
        // Bots pause before they play.
        assert!(server.time().advance(700));
        for mut game in std::mem::take(&mut games) {
            if game.step(clients).await {
                games.push(game);
            } else {
                game.leave(clients).await;
            }
        }
        tokio::task::yield_now().await;
    }
}

/// Waits until something holds; time goes on, so that clocks run out and bots pause no longer.
async fn until(
    server: &Server,
    id: TournamentId,
    step: u32,
    holds: impl Fn(&TournamentDetails) -> bool,
) -> TournamentDetails {
    let wait = async {
        loop {
            let details = look(server, id).await;
            if holds(&details) {
                return details;
            }
            assert!(server.time().advance(step));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(540), wait).await.expect("the tournament goes on")
}

/// What must hold for every round of a tournament that is over.
fn check_every_round(details: &TournamentDetails, seats: usize, bots: bool) {
    let everybody: BTreeSet<&str> = details.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(everybody.len(), details.entrants.len());
    let mut met: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut points: BTreeMap<&str, u32> = BTreeMap::new();
    let mut repeats = 0;
    for round in &details.rounds {
        assert!(round.ended_at.is_some());
        let mut playing: Vec<&str> = round.free.iter().map(String::as_str).collect();
        let people = |table: &TournamentTable| table.seats.iter().filter(|seat| seat.name.is_some()).count();
        let sizes: Vec<usize> = round.tables.iter().map(people).collect();
        assert!(sizes.is_sorted_by(|larger, smaller| larger >= smaller), "{sizes:?}");
        assert!(sizes[0] - sizes[sizes.len() - 1] <= 1 && sizes[0] <= seats);
        assert_eq!(
            sizes.len(),
            sizes.iter().sum::<usize>().div_ceil(seats),
            "as few tables as hold everybody"
        );
        for table in &round.tables {
            assert!(table.finished && !table.stopped, "{table:?}");
            assert!(!bots || table.seats.len() == seats);
            let names: Vec<&str> = table.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
            for (index, one) in names.iter().enumerate() {
                for other in &names[..index] {
                    let pair = if one < other { (*one, *other) } else { (*other, *one) };
                    repeats += usize::from(!met.insert(pair));
                }
            }
            playing.extend(&names);
            for seat in &table.seats {
                let own = seat.points.unwrap();
                assert!(own <= 1_200 && (own == 0 || !seat.away));
                if let Some(name) = &seat.name {
                    *points.entry(name).or_default() += own;
                }
            }
        }
        for name in &round.free {
            *points.entry(name).or_default() += 1_200;
        }
        playing.sort_unstable();
        let unique: BTreeSet<&str> = playing.iter().copied().collect();
        assert_eq!(unique.len(), playing.len(), "nobody plays twice in a round");
        assert_eq!(unique, everybody, "everybody plays or is free");
    }
    assert_eq!(repeats, 0, "nobody meets again");
    assert_eq!(details.standings.len(), everybody.len());
    for rows in details.standings.windows(2) {
        let key = |row: &protocol::TournamentStanding| (row.points, row.opponents, row.won);
        assert!(key(&rows[0]) >= key(&rows[1]));
        assert_eq!(rows[0].place == rows[1].place, key(&rows[0]) == key(&rows[1]));
    }
    for row in &details.standings {
        assert_eq!(row.points, points.get(row.name.as_str()).copied().unwrap_or_default(), "{}", row.name);
    }
}

/// The top tables have those with the most points: a table's best is not behind the worst of a table far below.
fn check_order(details: &TournamentDetails) {
    let mut points: BTreeMap<&str, u32> = BTreeMap::new();
    for round in &details.rounds {
        let of = |table: &TournamentTable| {
            let people = table.seats.iter().filter_map(|seat| seat.name.as_deref());
            people.map(|name| points.get(name).copied().unwrap_or_default()).sum::<u32>()
        };
        let sums: Vec<u32> = round.tables.iter().map(of).collect();
        let (top, bottom) = (sums[..sums.len() / 2].iter(), sums[sums.len() / 2..].iter());
        assert!(top.sum::<u32>() >= bottom.sum::<u32>(), "round {}: {sums:?}", round.number);
        for seat in round.tables.iter().flat_map(|table| &table.seats) {
            if let Some(name) = &seat.name {
                *points.entry(name).or_default() += seat.points.unwrap();
            }
        }
    }
}

async fn play_out(count: usize, seats: u8, rounds: u8, bots: bool, duplicate: bool) -> TournamentDetails {
    let folder = tempfile::tempdir().unwrap();
    let mut config = ServerConfig { bot_threads: 2, ..ServerConfig::default() };
    (config.messages_per_second, config.addresses.names_per_hour) = (1_000_000, 10_000);
    let server = open_server(folder.path(), config).await;
    let (id, clients) = opened(&server, count, tournament(seats, rounds, bots, duplicate)).await;
    let names = (0..).map(|number| format!("Program {number}"));
    let mut clients: BTreeMap<String, Client> = names.zip(clients).collect();
    server.start_tournament(&TournamentOrganiser::Operator, id).await.unwrap();
    for number in 1..=rounds {
        let is_open = |details: &TournamentDetails| {
            let round = details.rounds.get(usize::from(number) - 1);
            round.is_some_and(|round| round.tables.iter().all(|table| table.table.is_some()))
        };
        let details = until(&server, id, 0, is_open).await;
        play_tables(&server, &mut clients, &details.rounds.last().unwrap().tables).await;
        until(&server, id, 0, |details| {
            details.rounds.get(usize::from(number) - 1).is_some_and(|round| round.ended_at.is_some())
        })
        .await;
    }
    let details = until(&server, id, 0, |details| details.info.stage == TournamentStage::Over).await;
    drop(clients);
    close_server(server).await;
    details
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_of_programs_is_played_to_its_end_by_every_rule() {
    let (count, seats, rounds) = if is_long() { (200, 4, 6) } else { (12, 3, 2) };
    let details = play_out(count, seats, rounds, false, false).await;
    check_every_round(&details, usize::from(seats), false);
    check_order(&details);
    assert_eq!(details.rounds.len(), usize::from(rounds));
    assert_eq!(details.luck.nonce_count as usize, count.div_ceil(2));
    assert_eq!(details.luck.nonces.as_ref().map(Vec::len), Some(count.div_ceil(2)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_odd_field_has_a_free_round_without_bots_and_a_bot_with_them() {
    let count = if is_long() { 51 } else { 5 };
    let details = play_out(count, 2, 2, false, false).await;
    check_every_round(&details, 2, false);
    assert!(details.rounds.iter().all(|round| round.free.len() == 1));
    let details = play_out(count, 2, 2, true, false).await;
    check_every_round(&details, 2, true);
    assert!(details.rounds.iter().all(|round| round.free.is_empty()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duplicate_round_shares_out_every_comparison() {
    let details = play_out(if is_long() { 40 } else { 6 }, 2, 2, true, true).await;
    check_every_round(&details, 2, true);
    for round in &details.rounds {
        let points: Vec<u32> =
            round.tables.iter().flat_map(|table| &table.seats).filter_map(|seat| seat.points).collect();
        let total: u32 = points.iter().sum();
        // Each seat of each table is worth half of all it could win; hundredths are rounded.
        assert!(total.abs_diff(points.len() as u32 * 600) <= points.len() as u32, "{points:?}");
    }
}

#[tokio::test]
async fn what_one_person_keeps_the_server_busy_with_is_limited() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let ann = Client::named(&server, "Ann").await;
    let person = server.people().by_token(ann.token.as_str().unwrap()).await.unwrap().unwrap();
    let organiser = TournamentOrganiser::Person(person.clone());
    let mut opened = Vec::new();
    for _ in 0..tables::MAX_ORGANISED {
        opened.push(server.open_tournament(&organiser, tournament(2, 1, true, false)).await.unwrap());
    }
    let refused = server.open_tournament(&organiser, tournament(2, 1, true, false)).await.unwrap_err();
    assert_eq!(refused.code, "limit_reached");
    let operator = TournamentOrganiser::Operator;
    for _ in 0..=tables::MAX_ENTERED {
        opened.push(server.open_tournament(&operator, tournament(2, 1, true, false)).await.unwrap());
    }
    for id in opened.iter().take(tables::MAX_ENTERED as usize) {
        server.enter_tournament(&person, *id, None).await.unwrap();
    }
    let more = opened[tables::MAX_ENTERED as usize];
    assert_eq!(server.enter_tournament(&person, more, None).await.unwrap_err().code, "limit_reached");
    // Entering the same one twice counts once, and withdrawing makes room.
    server.enter_tournament(&person, opened[0], Some("n".parse().unwrap())).await.unwrap();
    server.withdraw_from_tournament(person.id, opened[0]).await.unwrap();
    server.enter_tournament(&person, more, None).await.unwrap();
    // Only the organiser starts or cancels a tournament, and one person alone is not enough for one.
    let ben = Client::named(&server, "Ben").await;
    let ben = server.people().by_token(ben.token.as_str().unwrap()).await.unwrap().unwrap();
    let other = TournamentOrganiser::Person(ben.clone());
    for refused in [
        server.start_tournament(&other, opened[1]).await.unwrap_err(),
        server.cancel_tournament(&other, opened[1]).await.unwrap_err(),
    ] {
        assert_eq!(refused.code, "not_host");
    }
    assert_eq!(server.start_tournament(&organiser, opened[1]).await.unwrap_err().code, "cannot_start");
    assert_eq!(server.withdraw_from_tournament(ben.id, opened[1]).await.unwrap_err().code, "not_seated");
    // One that is called off makes room for another.
    server.cancel_tournament(&organiser, opened[1]).await.unwrap();
    until(&server, opened[1], 0, |details| details.info.stage == TournamentStage::Cancelled).await;
    let again = async {
        while server.open_tournament(&organiser, tournament(2, 1, true, false)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), again).await.unwrap();
    assert_eq!(server.enter_tournament(&ben, opened[1], None).await.unwrap_err().code, "already_started");
    close_server(server).await;
}

#[tokio::test]
async fn entry_closes_at_its_time_and_a_round_at_its_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let closes_at = Some(server.time().now() + 60_000);
    let new = NewTournament { closes_at, round_minutes: Some(5), ..tournament(2, 1, false, false) };
    let (id, mut clients) = opened(&server, 2, new).await;
    assert!(server.time().advance(59_000));
    assert_eq!(look(&server, id).await.info.stage, TournamentStage::Entry);
    assert!(server.time().advance(1_000));
    let is_open = |details: &TournamentDetails| {
        details.rounds.first().is_some_and(|round| round.tables[0].table.is_some())
    };
    let details = until(&server, id, 0, is_open).await;
    let table = json!({ "table": details.rounds[0].tables[0].table.unwrap() });
    for client in &mut clients {
        let notice = client.until("notice").await;
        assert_eq!((&notice["kind"], &notice["table"]), (&json!("round_began"), &table["table"]));
        client.does("join", table.clone()).await;
    }
    // They sit there and do nothing until the time of the round is up.
    assert!(server.time().advance(300_000));
    let over = until(&server, id, 0, |details| details.info.stage == TournamentStage::Over).await;
    let played = &over.rounds[0].tables[0];
    assert!(played.stopped);
    assert_eq!(played.seats.iter().map(|seat| seat.points.unwrap()).collect::<Vec<_>>(), [600, 600]);
    close_server(server).await;
}

#[tokio::test]
async fn whoever_is_not_there_is_played_by_a_bot_and_has_no_points() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let new = NewTournament { grace_seconds: Some(30), ..tournament(2, 5, true, false) };
    let (id, clients) = opened(&server, 4, new).await;
    drop(clients);
    server.start_tournament(&TournamentOrganiser::Operator, id).await.unwrap();
    let over = until(&server, id, 1_000, |details| details.info.stage == TournamentStage::Over).await;
    // After two rounds nobody is paired any more.
    assert_eq!(over.rounds.len(), 2);
    assert!(over.standings.iter().all(|row| row.points == 0 && row.place == 1 && row.withdrawn));
    assert!(over.rounds.iter().flat_map(|round| &round.tables).all(|table| table.finished && !table.stopped));
    close_server(server).await;
}
