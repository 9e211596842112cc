//! Prepared statements, held for as long as a transaction lasts: to find one again by its words takes as long as some
//! take to run.

use rusqlite::{CachedStatement, Connection};

/// The statements of one transaction.
pub(super) struct StatementCache<'c> {
    pub(super) connection: &'c Connection,
    statements: Vec<(&'static str, CachedStatement<'c>)>,
}

impl<'c> StatementCache<'c> {
    pub(super) const fn new(connection: &'c Connection) -> Self {
        Self { connection, statements: Vec::new() }
    }

    /// The statement with these words. There are a dozen of them, distinguished by the address of their text.
    pub(super) fn statement(&mut self, sql: &'static str) -> rusqlite::Result<&mut CachedStatement<'c>> {
        let place = match self.statements.iter().position(|(known, _)| std::ptr::eq(*known, sql)) {
            Some(place) => place,
            None => {
                self.statements.push((sql, self.connection.prepare_cached(sql)?));
                self.statements.len() - 1
            }
        };
        Ok(&mut self.statements[place].1)
    }
}
