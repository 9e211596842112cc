//! Backups of a data folder.

use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, TransactionBehavior, params_from_iter};

use super::folder::cannot_use;
use super::open::{self, DATABASE, KNOWN};
use super::unfit;
use crate::backup::{
    BackupError, BackupReader, BackupWriter, Column, ColumnType, KINDS, RestoreError, Row, RowCounts,
    RowKind, Value,
};
use crate::{OpenError, backup};

/// Links entries to those before them and tables to their newest entry, which a backup leaves out.
const LINK: &str = "
    UPDATE entries SET before = linked.before FROM (
        SELECT place, lag(place) OVER (PARTITION BY table_id ORDER BY place) AS before FROM entries
    ) AS linked WHERE linked.place = entries.place;
    UPDATE tables SET newest = summed.newest FROM (
        SELECT table_id, max(place) AS newest FROM entries GROUP BY table_id
    ) AS summed WHERE summed.table_id = tables.id;";

/// Sums and lists of people, which a backup leaves out.
const SUM: &str = "INSERT INTO summing SELECT place, 1 FROM replays; UPDATE replays SET summed = 1;";

/// What migration 5 does for people whose only device was their token.
const FIRST_DEVICES: &str = "
    INSERT INTO documents (kind, id, person, at, body)
        SELECT 'device', lower(hex(token_hash)), id, seen,
               '{\"label\":\"\",\"address\":\"\",\"created\":' || created || '}' FROM people;";

/// Reads all rows in one transaction, which sees one moment however much a server writes meanwhile.
pub(crate) fn write<W: Write>(folder: &Path, mut out: BackupWriter<W>) -> Result<RowCounts, BackupError> {
    let mut connection = open_beside_a_server(folder)?;
    let moment = connection.transaction().map_err(failed)?;
    for kind in &KINDS {
        let sql = select(kind);
        let mut statement = moment.prepare(&sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let values = kind.columns.iter().enumerate();
            let values: Result<_, _> =
                values.map(|(at, column)| value(column, row.get_ref(at).map_err(failed)?)).collect();
            out.row(kind, values?)?;
        }
    }
    out.finish()
}

/// A connection that changes nothing and needs no lock.
fn open_beside_a_server(folder: &Path) -> Result<Connection, BackupError> {
    let path = folder.join(DATABASE);
    let place = path.display().to_string();
    if !path.try_exists().map_err(|source| cannot_use(&path, source))? {
        return Err(BackupError::NoDatabase(place));
    }
    // Not read-only: without a server SQLite makes the files beside the database that a reader needs, and removes them.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(|error| unfit(&path, &error))?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let Ok(application) = pragma("application_id") else {
        return Err(OpenError::NotADatabase(place).into());
    };
    if application != open::APPLICATION {
        return Err(OpenError::Foreign(place).into());
    }
    connection.execute_batch("PRAGMA query_only = ON").map_err(failed)?;
    match pragma("user_version").map_err(failed)? {
        KNOWN => Ok(connection),
        found if found < KNOWN => Err(BackupError::OlderDatabase { place, found, known: KNOWN }),
        found => Err(OpenError::Future { place, found, known: KNOWN }.into()),
    }
}

/// Fills an empty database; all rows or none.
pub(crate) fn restore<R: Read>(folder: &Path, mut rows: BackupReader<R>) -> Result<(), RestoreError> {
    let mut opened = open::open(folder)?;
    let place = folder.join(DATABASE).display().to_string();
    let refused = |error: rusqlite::Error| RestoreError::Failed(error.to_string());
    let transaction =
        opened.writer.transaction_with_behavior(TransactionBehavior::Immediate).map_err(refused)?;
    for RowKind { table, .. } in &KINDS {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if transaction.query_row(&sql, [], |row| row.get(0)).map_err(refused)? {
            return Err(RestoreError::NotEmpty { place, table });
        }
    }
    while let Some(Row { kind, values }) = rows.next_row()? {
        let mut statement = transaction.prepare_cached(&insert(kind)).map_err(refused)?;
        statement.execute(params_from_iter(values)).map_err(refused)?;
    }
    transaction.execute_batch(LINK).map_err(refused)?;
    transaction.execute_batch(SUM).map_err(refused)?;
    if rows.has_tokens_only() {
        transaction.execute_batch(FIRST_DEVICES).map_err(refused)?;
    }
    transaction.commit().map_err(refused)
}

fn select(kind: &RowKind) -> String {
    let RowKind { table, columns, sqlite_order, .. } = kind;
    let column = |column: &Column| match column.kind {
        ColumnType::Reference { table: other, number, text } => {
            format!("(SELECT {text} FROM {other} WHERE {number} = {table}.{})", column.name)
        }
        _ => column.name.to_owned(),
    };
    let columns: Vec<_> = columns.iter().map(column).collect();
    format!("SELECT {} FROM {table} ORDER BY {sqlite_order}", columns.join(", "))
}

fn insert(kind: &RowKind) -> String {
    let values = kind.columns.iter().zip(1..).map(|(column, number)| match column.kind {
        ColumnType::Reference { table, number: own, text } => {
            format!("(SELECT {own} FROM {table} WHERE {text} = ?{number})")
        }
        _ => format!("?{number}"),
    });
    let values: Vec<_> = values.collect();
    format!("INSERT INTO {} ({}) VALUES ({})", kind.table, kind.column_names(), values.join(", "))
}

fn value(column: &Column, stored: ValueRef<'_>) -> Result<Value, BackupError> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).ok().map(Value::Text);
    let value = match (column.kind, stored) {
        (_, ValueRef::Null) => Some(Value::Null),
        (ColumnType::Integer, ValueRef::Integer(number)) => Some(Value::Integer(number)),
        (ColumnType::Flag, ValueRef::Integer(number)) => Some(Value::Flag(number != 0)),
        (ColumnType::Text | ColumnType::Reference { .. }, ValueRef::Text(bytes)) => text(bytes),
        (ColumnType::Bytes, ValueRef::Blob(bytes)) => Some(Value::Bytes(bytes.to_owned())),
        _ => None,
    };
    value.ok_or_else(|| BackupError::Failed(format!("a column {} holds something else", column.name)))
}

impl ToSql for backup::Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null => Ok(ToSqlOutput::Borrowed(ValueRef::Null)),
            Self::Integer(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Bytes(bytes) => bytes.to_sql(),
            Self::Flag(flag) => flag.to_sql(),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn failed(error: rusqlite::Error) -> BackupError {
    BackupError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Columns that `restore` computes, or that the database fills in. A probe says nothing once it has been read back.
    const COMPUTED: &[(&str, &str)] = &[
        ("entries", "before"),
        ("entries", "place"),
        ("meetings", "game"),
        ("meetings", "opponent"),
        ("meetings", "person"),
        ("meetings", "public"),
        ("meetings", "replay"),
        ("meetings", "won"),
        ("probe", "ballast"),
        ("probe", "id"),
        ("probe", "number"),
        ("rated_results", "game"),
        ("rated_results", "person"),
        ("rated_results", "replay"),
        ("rated_results", "seats"),
        ("replays", "place"),
        ("replays", "summed"),
        ("standings", "game"),
        ("standings", "games"),
        ("standings", "opponent"),
        ("standings", "opponent_wins"),
        ("standings", "person"),
        ("standings", "public"),
        ("standings", "seats"),
        ("standings", "wins"),
        ("tables", "newest"),
    ];

    #[test]
    fn every_column_is_in_a_backup_or_computed_by_restore() {
        let connection = Connection::open_in_memory().unwrap();
        open::MIGRATIONS.iter().for_each(|script| connection.execute_batch(script).unwrap());
        let sql =
            "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'";
        let mut statement = connection.prepare(sql).unwrap();
        let column = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let stored: BTreeSet<_> = statement.query_map([], column).unwrap().map(Result::unwrap).collect();
        let backed_up =
            KINDS.iter().flat_map(|kind| kind.columns.iter().map(|column| (kind.table, column.name)));
        let known = backed_up.chain(COMPUTED.iter().copied());
        let known = known.map(|(table, column)| (table.to_owned(), column.to_owned())).collect();
        assert_eq!(stored, known, "a new column belongs in backup/kinds.rs, or is computed by restore");
    }
}
