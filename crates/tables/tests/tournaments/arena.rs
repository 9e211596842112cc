//! A whole arena of programs that enter late, leave, reconnect and stay away.

use std::collections::BTreeSet;

use super::super::*;

const MINUTES: u32 = 10;

fn arena(seats: u8, bots: bool) -> NewTournament {
    NewTournament {
        form: TournamentForm::Arena,
        minutes: Some(MINUTES),
        round_minutes: None,
        break_seconds: None,
        ..tournament(seats, 0, bots, false)
    }
}

async fn person_of(server: &Arc<Server>, client: &Client) -> tables::PersonInfo {
    server.people().by_token(client.token.as_str().unwrap()).await.unwrap().unwrap()
}

fn names(table: &TournamentTable) -> impl Iterator<Item = &str> {
    table.seats.iter().filter_map(|seat| seat.name.as_deref())
}

fn playing(details: &TournamentDetails) -> Vec<TournamentTable> {
    let playing: Vec<_> = details.tables.iter().filter(|table| !table.finished).cloned().collect();
    let people: Vec<&str> = playing.iter().flat_map(names).collect();
    let unique: BTreeSet<&str> = people.iter().copied().collect();
    assert_eq!(unique.len(), people.len(), "nobody is at two tables: {people:?}");
    assert!(details.waiting.iter().all(|name| !unique.contains(name.as_str())));
    playing
}

/// Waits until all who are in have a table, or somebody can be played.
async fn next_tables(server: &Server, id: TournamentId) -> TournamentDetails {
    until(server, id, 500, |details| {
        details.info.stage == TournamentStage::Over || !playing(details).is_empty()
    })
    .await
}

/// Every table and the standings of an arena that is over.
fn check_arena(details: &TournamentDetails, seats: usize) {
    let mut numbers: Vec<u16> = details.tables.iter().map(|table| table.number).collect();
    numbers.reverse();
    assert_eq!(
        numbers,
        (1..=numbers.len() as u16).collect::<Vec<_>>(),
        "the latest is first, and none is missing"
    );
    let mut sums: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for table in &details.tables {
        assert!(table.finished && table.replay_id.is_some(), "{table:?}");
        assert_eq!(table.seats.len(), seats, "bots fill it");
        // Also where a game was stopped because the time was up, all who were there share.
        let total: u32 = table.seats.iter().map(|seat| seat.points.unwrap()).sum();
        let here = table.seats.iter().filter(|seat| !seat.away).count();
        assert!(here < seats || total.abs_diff(600 * seats as u32) <= seats as u32, "{table:?}");
        for seat in &table.seats {
            assert!(!seat.away || seat.points == Some(0));
            if let Some(name) = &seat.name {
                let sum = sums.entry(name).or_default();
                *sum = (sum.0 + seat.points.unwrap(), sum.1 + 1);
            }
        }
    }
    assert_eq!(details.standings.len(), details.entrants.len());
    for row in &details.standings {
        let sum = sums.get(row.name.as_str()).copied().unwrap_or_default();
        assert_eq!((row.points, row.played), sum, "{}", row.name);
    }
    for rows in details.standings.windows(2) {
        let key = |row: &protocol::TournamentStanding| (row.points, row.won, u32::MAX - row.played);
        assert!(key(&rows[0]) >= key(&rows[1]));
        assert_eq!(rows[0].place == rows[1].place, key(&rows[0]) == key(&rows[1]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arena_of_programs_that_come_and_go_is_played_to_its_end_by_every_rule() {
    let count = if is_long() { 200 } else { 8 };
    let folder = tempfile::tempdir().unwrap();
    let mut config = ServerConfig { bot_threads: 2, ..ServerConfig::default() };
    (config.messages_per_second, config.addresses.names_per_hour) = (1_000_000, 10_000);
    let server = open_server(folder.path(), config).await;
    let (id, clients) = opened(&server, count, arena(3, true)).await;
    let named = (0..).map(|number| format!("Program {number}"));
    let mut clients: BTreeMap<String, Client> = named.zip(clients).collect();
    // One leaves before it begins, and is not in the list.
    let first = person_of(&server, &clients["Program 0"]).await;
    server.withdraw_from_tournament(first.id, id).await.unwrap();
    assert_eq!(server.withdraw_from_tournament(first.id, id).await.unwrap_err().code, "not_seated");
    assert_eq!(look(&server, id).await.entrants.len(), count - 1);
    server.start_tournament(&TournamentOrganiser::Operator, id).await.unwrap();
    let again = server.start_tournament(&TournamentOrganiser::Operator, id).await.unwrap_err();
    assert_eq!(again.code, "already_started");
    // Tables are opened one after the other.
    let details = until(&server, id, 500, |details| playing(details).len() >= (count - 1) / 3).await;
    let tables = playing(&details);
    assert!(tables.iter().flat_map(names).all(|name| name != "Program 0"));
    play_tables(&server, &mut clients, &tables).await;

    // He joins again, somebody comes late, and somebody leaves.
    server.enter_tournament(&first, id, None).await.unwrap();
    let late = Client::named(&server, "Late").await;
    let late_person = person_of(&server, &late).await;
    clients.insert("Late".to_owned(), late);
    server.enter_tournament(&late_person, id, Some("late-nonce".parse().unwrap())).await.unwrap();
    let gone = person_of(&server, &clients["Program 1"]).await;
    server.withdraw_from_tournament(gone.id, id).await.unwrap();
    let before = look(&server, id).await.tables.len();
    let mut last = look(&server, id).await;
    while last.info.stage != TournamentStage::Over {
        play_tables(&server, &mut clients, &playing(&last)).await;
        last = next_tables(&server, id).await;
    }
    let later = &last.tables[..last.tables.len() - before];
    assert!(later.iter().flat_map(names).all(|name| name != "Program 1"), "who left is not seated again");
    for name in ["Program 0", "Late"] {
        assert!(later.iter().flat_map(names).any(|other| other == name), "{name} plays");
    }
    check_arena(&last, 3);
    let ends_at = last.info.ends_at.unwrap();
    assert_eq!(last.info.minutes, Some(MINUTES));
    assert!(last.info.ended_at.unwrap() >= ends_at);
    assert_eq!(server.enter_tournament(&gone, id, None).await.unwrap_err().code, "already_started");
    drop(clients);
    close_server(server).await;
}

#[tokio::test]
async fn whoever_is_away_has_left_the_arena_until_they_join_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let new = NewTournament { grace_seconds: Some(30), ..arena(2, true) };
    let (id, clients) = opened(&server, 2, new).await;
    let away = person_of(&server, &clients[1]).await;
    drop(clients);
    server.start_tournament(&TournamentOrganiser::Operator, id).await.unwrap();
    // Bots play for both, and nobody is seated again.
    let is_played = |details: &TournamentDetails| !details.tables.is_empty() && playing(details).is_empty();
    let after = until(&server, id, 500, is_played).await;
    assert_eq!(after.tables.len(), 1, "two who wait fill a table");
    assert!(after.standings.iter().all(|row| row.withdrawn && row.points == 0));
    assert!(after.waiting.is_empty());
    server.enter_tournament(&away, id, None).await.unwrap();
    let joined = look(&server, id).await;
    assert_eq!(joined.waiting, ["Program 1"]);
    assert!(server.time().advance(14_000));
    assert_eq!(look(&server, id).await.tables.len(), 1, "they wait for others first");
    until(&server, id, 500, |details| details.tables.len() == 2).await;
    close_server(server).await;
}

#[tokio::test]
async fn games_that_are_not_over_in_time_are_stopped_and_an_arena_without_people_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = open_server(folder.path(), ServerConfig::default()).await;
    let begins = server.time().now() + 60_000;
    let new = NewTournament { closes_at: Some(begins), ..arena(2, false) };
    let (id, mut clients) = opened(&server, 2, new.clone()).await;
    let empty = server.open_tournament(&TournamentOrganiser::Operator, new).await.unwrap();
    assert!(server.time().advance(60_000));
    let details = next_tables(&server, id).await;
    let table = json!({ "table": details.tables[0].table.unwrap() });
    for client in &mut clients {
        let notice = client.until("notice").await;
        assert_eq!((&notice["kind"], &notice["table"]), (&json!("round_began"), &table["table"]));
        client.does("join", table.clone()).await;
    }
    // An arena lasts from when it is begun: both are, before time goes on.
    until(&server, empty, 100, |details| details.info.stage == TournamentStage::Running).await;
    // They sit there and do nothing: the time is up, and then what is left for the last games.
    assert!(server.time().advance(MINUTES * 60_000));
    let late = until(&server, empty, 100, |details| details.info.stage == TournamentStage::Over).await;
    assert!(late.standings.is_empty());
    assert_eq!(look(&server, id).await.info.stage, TournamentStage::Running);
    assert!(server.time().advance(10 * 60_000));
    let over = until(&server, id, 100, |details| details.info.stage == TournamentStage::Over).await;
    assert!(over.tables[0].stopped);
    let points: Vec<_> = over.tables[0].seats.iter().map(|seat| seat.points.unwrap()).collect();
    assert_eq!(points, [600, 600]);
    close_server(server).await;
}
