//! Backups of a PostgreSQL database.

use std::io::{Read, Write};
use std::pin::pin;

use futures_util::TryStreamExt;
use serde_json::Value as Json;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row as Stored};

use super::WAIT_AT_OPENING;
use super::failure::describe;
use super::pg_connection::Address;
use super::schema::KNOWN;
use super::session::{Member, Session};
use crate::backup::{
    BackupError, BackupReader, BackupWriter, Column, ColumnType, KINDS, RestoreError, RowCounts, RowKind,
    Value,
};
use crate::{OpenError, StoreLocation, StoreOptions};

/// A statement inserts this many rows at most,
const MAX_BATCH_ROWS: usize = 500;

/// or this many bytes, as far as rows can be divided.
const MAX_BATCH_BYTES: usize = 1 << 20;

/// Sums and lists of people, which a backup leaves out.
const SUM: &str = "
    SELECT parlor.sum_replay(place, 1) FROM parlor.replays;
    UPDATE parlor.replays SET summed = true";

/// What migration 4 does for people whose only device was their token.
const FIRST_DEVICES: &str = "
    INSERT INTO parlor.documents (kind, id, person, at, body)
        SELECT 'device', encode(token_hash, 'hex'), id, seen,
               '{\"label\":\"\",\"address\":\"\",\"created\":' || created || '}' FROM parlor.people";

/// Reads all rows in one transaction, which sees one moment however much a server writes meanwhile.
pub(crate) async fn write<W: Write>(
    place: &StoreLocation,
    url: &str,
    mut out: BackupWriter<W>,
) -> Result<RowCounts, BackupError> {
    let address = Address::new(place, url, StoreOptions::default().response_timeout)?;
    let link = address.connect().await?;
    let client = &link.client;
    client.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await.map_err(failed)?;
    check_format(client, &address).await?;
    for kind in &KINDS {
        let rows = client.query_raw::<_, &(dyn ToSql + Sync), _>(&select(kind), []).await;
        let mut rows = pin!(rows.map_err(failed)?);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            let values = kind.columns.iter().enumerate();
            let values: Result<_, _> = values.map(|(at, column)| value(column, &row, at)).collect();
            out.row(kind, values.map_err(failed)?)?;
        }
    }
    let counts = out.finish()?;
    link.close().await;
    Ok(counts)
}

async fn check_format(client: &Client, address: &Address) -> Result<(), BackupError> {
    let place = address.place.clone();
    let marked = client.query_one("SELECT to_regclass('parlor.format')::text", &[]).await.map_err(failed)?;
    if marked.get::<_, Option<String>>(0).is_none() {
        return Err(BackupError::NoDatabase(place));
    }
    let row = client.query_one("SELECT version::bigint FROM parlor.format", &[]).await.map_err(failed)?;
    match row.get(0) {
        KNOWN => Ok(()),
        found if found < KNOWN => Err(BackupError::OlderDatabase { place, found, known: KNOWN }),
        found => Err(OpenError::Future { place, found, known: KNOWN }.into()),
    }
}

/// Fills an empty database; all rows or none.
pub(crate) async fn restore<R: Read>(
    place: &StoreLocation,
    url: &str,
    rows: BackupReader<R>,
) -> Result<(), RestoreError> {
    let StoreOptions { response_timeout, node, shared, .. } = StoreOptions::default();
    let address = Address::new(place, url, response_timeout)?;
    let session = Session::open(&address, Member { node, shared }, None, WAIT_AT_OPENING).await?;
    let filled = fill(session.client(), &address, rows).await;
    // An open transaction ends with its session, and leaves nothing.
    session.close().await;
    filled
}

async fn fill<R: Read>(
    client: &Client,
    address: &Address,
    mut rows: BackupReader<R>,
) -> Result<(), RestoreError> {
    client.batch_execute("BEGIN").await.map_err(refused)?;
    for RowKind { table, .. } in &KINDS {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM parlor.{table})");
        if client.query_one(&sql, &[]).await.map_err(refused)?.get(0) {
            return Err(RestoreError::NotEmpty { place: address.place.clone(), table });
        }
    }
    let mut batch = Batch::default();
    while let Some(row) = rows.next_row()? {
        let is_other = batch.kind.is_some_and(|kind| kind.name != row.kind.name);
        if is_other || batch.is_full() {
            batch.insert(client).await?;
        }
        batch.push(row.kind, row.values);
    }
    batch.insert(client).await?;
    client.batch_execute(SUM).await.map_err(refused)?;
    if rows.has_tokens_only() {
        client.batch_execute(FIRST_DEVICES).await.map_err(refused)?;
    }
    client.batch_execute("COMMIT").await.map_err(refused)
}

/// Rows of one kind, as the elements of a JSON array.
#[derive(Default)]
struct Batch {
    kind: Option<&'static RowKind>,
    rows: usize,
    json: String,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.rows >= MAX_BATCH_ROWS || self.json.len() >= MAX_BATCH_BYTES
    }

    fn push(&mut self, kind: &'static RowKind, values: Vec<Value>) {
        self.kind = Some(kind);
        self.json.push(if self.rows == 0 { '[' } else { ',' });
        self.json += &Json::Object(kind.json(values)).to_string();
        self.rows += 1;
    }

    async fn insert(&mut self, client: &Client) -> Result<(), RestoreError> {
        let Some(kind) = self.kind else { return Ok(()) };
        let Self { json, .. } = std::mem::take(self);
        client.execute(&insert(kind), &[&(json + "]")]).await.map_err(refused)?;
        Ok(())
    }
}

fn select(kind: &RowKind) -> String {
    let RowKind { table, columns, postgres_order, .. } = kind;
    let column = |column: &Column| match column.kind {
        ColumnType::Reference { table: other, number, text } => {
            format!("(SELECT {text} FROM parlor.{other} WHERE {number} = {table}.{})", column.name)
        }
        ColumnType::Integer => format!("{}::bigint", column.name),
        ColumnType::Text | ColumnType::Bytes | ColumnType::Flag => column.name.to_owned(),
    };
    let columns: Vec<_> = columns.iter().map(column).collect();
    format!("SELECT {} FROM parlor.{table} ORDER BY {postgres_order}", columns.join(", "))
}

fn insert(kind: &RowKind) -> String {
    let value = |column: &Column| match column.kind {
        ColumnType::Reference { table, number, text } => {
            format!("(SELECT {number} FROM parlor.{table} WHERE {text} = r.{})", column.name)
        }
        ColumnType::Bytes => format!("decode(r.{}, 'hex')", column.name),
        ColumnType::Integer | ColumnType::Text | ColumnType::Flag => format!("r.{}", column.name),
    };
    let written = |column: &Column| {
        let kind = match column.kind {
            ColumnType::Integer => "bigint",
            ColumnType::Flag => "boolean",
            ColumnType::Text | ColumnType::Bytes | ColumnType::Reference { .. } => "text",
        };
        format!("{} {kind}", column.name)
    };
    let values: Vec<_> = kind.columns.iter().map(value).collect();
    let written: Vec<_> = kind.columns.iter().map(written).collect();
    format!(
        "INSERT INTO parlor.{} ({}) SELECT {} FROM json_to_recordset($1::text::json) AS r({})",
        kind.table,
        kind.column_names(),
        values.join(", "),
        written.join(", ")
    )
}

fn value(column: &Column, row: &Stored, at: usize) -> Result<Value, Error> {
    let value = match column.kind {
        ColumnType::Integer => row.try_get::<_, Option<_>>(at)?.map(Value::Integer),
        ColumnType::Text | ColumnType::Reference { .. } => row.try_get::<_, Option<_>>(at)?.map(Value::Text),
        ColumnType::Bytes => row.try_get::<_, Option<_>>(at)?.map(Value::Bytes),
        ColumnType::Flag => row.try_get::<_, Option<_>>(at)?.map(Value::Flag),
    };
    Ok(value.unwrap_or(Value::Null))
}

#[allow(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn failed(error: Error) -> BackupError {
    BackupError::Failed(describe(&error))
}

#[allow(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn refused(error: Error) -> RestoreError {
    RestoreError::Failed(describe(&error))
}
