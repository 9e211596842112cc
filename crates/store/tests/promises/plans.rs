//! The pages of people read no table through in PostgreSQL; for SQLite the plans themselves are tested beside the questions.

use store::testing::Postgres;
use store::{GamesQuery, RatingHistoryQuery, Replay, Store, Write};

use super::harness::Bed;
use super::people::person;
use super::replays::{replay, result};

const TABLES: [&str; 5] = ["replays", "results", "meetings", "standings", "rated_results"];

fn sql(bed: &Bed, sql: &str) -> String {
    Postgres::shared().expect("a bed in PostgreSQL").sql(&bed.place, sql).unwrap()
}

/// How often a table was read through. A session tells it when it ends, which another one may see a moment later.
fn scans(bed: &Bed) -> String {
    while sql(bed, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").trim() != "1" {
        std::thread::yield_now();
    }
    let names = TABLES.map(|table| format!("'{table}'")).join(",");
    let counted = format!(
        "SELECT string_agg(relname || ' ' || seq_scan, ', ' ORDER BY relname) FROM pg_stat_user_tables
         WHERE schemaname = 'parlor' AND relname IN ({names})"
    );
    sql(bed, &counted).trim().to_owned()
}

/// Asks all that the pages of a person ask.
async fn look(store: &Store) {
    store.standing("ann").await.unwrap();
    store.standing_by_seats(1).await.unwrap();
    store.figures_of(1).await.unwrap();
    store.head_to_head(1, 2, Some(3)).await.unwrap();
    let history = RatingHistoryQuery { person: 1, game: "golf".to_owned(), seats: (2, 4), limit: 50 };
    store.rating_history(history).await.unwrap();
    for game in [None, Some("golf".to_owned())] {
        for opponent in [None, Some(2)] {
            for viewer in [None, Some(1), Some(3)] {
                let (won, before, game) = (None, None, game.clone());
                let query = GamesQuery { person: 1, viewer, game, opponent, won, before, limit: 50 };
                store.games_of(query).await.unwrap();
            }
        }
    }
}

async fn look_in_a_session_of_its_own(bed: &Bed) {
    let store = bed.open().await;
    look(&store).await;
    store.close().await;
}

pub(crate) async fn the_pages_of_a_person_read_no_table_through(bed: Bed) {
    let store = bed.open().await;
    let people = [(1, "Ann"), (2, "Bob"), (3, "Cleo")].map(|(id, name)| Write::PutPerson(person(id, name)));
    store.commit(people.to_vec()).await.unwrap();
    for number in 0..20 {
        let results = vec![result(0, Some(1), true), result(1, Some(2), false), result(2, Some(3), false)];
        let public = number % 2 == 0;
        let game = Replay { public, rated: true, ..replay(&format!("r{number}"), "golf", number, results) };
        store.commit(vec![Write::PutReplay(game)]).await.unwrap();
    }
    store.close().await;
    // What is read through although that is forbidden has no index that could be used.
    let database = sql(&bed, "SELECT current_database()");
    sql(&bed, &format!("ALTER DATABASE \"{}\" SET enable_seqscan = off", database.trim()));
    bed.open().await.close().await;
    let before = scans(&bed);
    look_in_a_session_of_its_own(&bed).await;
    bed.open().await.close().await;
    let opened_once_more = scans(&bed);
    assert_eq!(
        before, opened_once_more,
        "opening the store reads none of them through, and neither does a page"
    );
    // The same without what makes it so: it is noticed.
    sql(&bed, "ALTER TABLE parlor.meetings DROP CONSTRAINT meetings_pkey");
    look_in_a_session_of_its_own(&bed).await;
    assert_ne!(scans(&bed), before);
}
