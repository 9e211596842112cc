//! The pages of people read no table through: what is asked for them has an index.

use std::cell::RefCell;

use rusqlite::Connection;

use super::{figures, open, queries};
use crate::{GamesQuery, RatingHistoryQuery};

thread_local! {
    static PLANS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes how the database would find what a statement asks for.
pub(super) fn note(connection: &Connection, sql: &str) {
    let Ok(mut statement) = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")) else { return };
    let mut rows = statement.raw_query();
    while let Ok(Some(row)) = rows.next() {
        let step: String = row.get(3).unwrap();
        PLANS.with_borrow_mut(|plans| plans.push(format!("{step} in {sql}")));
    }
}

/// Asks all that the pages of a person ask; the steps that read a whole table or index.
fn scans(connection: &Connection) -> Vec<String> {
    PLANS.with_borrow_mut(Vec::clear);
    let (person, opponent, viewer) = (1, 2, 3);
    queries::standing(connection, "ann").unwrap();
    queries::replay(connection, "x-1").unwrap();
    queries::results(connection, 1).unwrap();
    figures::standing_by_seats(connection, person).unwrap();
    figures::figures_of(connection, person).unwrap();
    figures::head_to_head(connection, person, opponent, Some(viewer)).unwrap();
    let history = RatingHistoryQuery { person, game: "golf".to_owned(), seats: (2, 4), limit: 50 };
    figures::rating_history(connection, &history).unwrap();
    for game in [None, Some("golf".to_owned())] {
        for opponent in [None, Some(opponent)] {
            for viewer in [None, Some(person), Some(viewer)] {
                let (won, before, game) = (Some(true), Some(9), game.clone());
                let query = GamesQuery { person, viewer, game, opponent, won, before, limit: 50 };
                queries::games_of(connection, &query).unwrap();
            }
        }
    }
    let plans = PLANS.with_borrow(Vec::clone);
    assert!(plans.iter().any(|plan| plan.contains("meetings")), "{plans:?}");
    plans.into_iter().filter(|plan| plan.starts_with("SCAN")).collect()
}

#[test]
fn the_pages_of_a_person_read_no_table_through() {
    let connection = Connection::open_in_memory().unwrap();
    open::MIGRATIONS.iter().for_each(|script| connection.execute_batch(script).unwrap());
    assert_eq!(scans(&connection), [""; 0]);
    // The same tables without the order that they are stored in: each of them is noticed.
    for table in ["meetings", "standings", "results", "rated_results", "figures"] {
        let connection = Connection::open_in_memory().unwrap();
        open::MIGRATIONS.iter().for_each(|script| connection.execute_batch(script).unwrap());
        let copy = format!(
            "CREATE TABLE copied AS SELECT * FROM {table}; PRAGMA legacy_alter_table = ON;
             DROP TABLE {table}; ALTER TABLE copied RENAME TO {table};"
        );
        connection.execute_batch(&copy).unwrap();
        assert_ne!(scans(&connection), [""; 0], "{table}");
    }
}
