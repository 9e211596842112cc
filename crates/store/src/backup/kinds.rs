//! What a backup holds: kinds of rows and their columns.
//!
//! Internal columns of a database (links between rows, positions in the file) are left out: `restore` computes them
//! again.

use serde_json::{Map, Value as Json};

use self::ColumnType::{Bytes, Flag, Integer, Reference, Text};
use super::value::Value;

/// How a column is written in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// A whole number from -2^63 to 2^63 - 1.
    Integer,
    /// A string.
    Text,
    /// Bytes, as a string of hexadecimal digits.
    Bytes,
    /// `true` or `false`.
    Flag,
    /// The row of another table that has this text in one of its columns. Row numbers differ between databases, so a
    /// backup refers to the text.
    Reference {
        /// The other table.
        table: &'static str,
        /// The number that the database refers to it by.
        number: &'static str,
        /// The column whose text is written in the file.
        text: &'static str,
    },
}

/// One column of a kind of row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// Its name, in the file and in both databases.
    pub(crate) name: &'static str,
    pub(crate) kind: ColumnType,
    /// Whether `null` is allowed. In a file a nullable column may also be missing.
    pub(crate) nullable: bool,
}

/// One kind of row: a line of the file, a row of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowKind {
    /// Its name in the file.
    pub(crate) name: &'static str,
    /// The table in both databases.
    pub(crate) table: &'static str,
    pub(crate) columns: &'static [Column],
    /// The order of the rows in the file, as SQL: one that the database can follow without sorting everything.
    pub(crate) sqlite_order: &'static str,
    /// The same for PostgreSQL.
    pub(crate) postgres_order: &'static str,
}

const fn column(name: &'static str, kind: ColumnType) -> Column {
    Column { name, kind, nullable: false }
}

const fn nullable(name: &'static str, kind: ColumnType) -> Column {
    Column { name, kind, nullable: true }
}

/// All kinds, in the order of the file: a row comes after those it refers to.
pub(crate) static KINDS: [RowKind; 11] = [
    RowKind {
        name: "meta",
        table: "meta",
        columns: &[column("key", Text), column("value", Text)],
        sqlite_order: "key",
        postgres_order: "key",
    },
    RowKind {
        name: "person",
        table: "people",
        columns: &[
            column("id", Integer),
            column("name", Text),
            column("name_key", Text),
            column("token_hash", Bytes),
            column("created", Integer),
            column("seen", Integer),
        ],
        sqlite_order: "id",
        postgres_order: "id",
    },
    RowKind {
        name: "document",
        table: "documents",
        columns: &[
            column("kind", Text),
            column("id", Text),
            nullable("person", Integer),
            column("at", Integer),
            nullable("expires", Integer),
            column("body", Text),
        ],
        sqlite_order: "kind, id",
        postgres_order: "kind, id",
    },
    RowKind {
        name: "table",
        table: "tables",
        columns: &[
            column("id", Integer),
            column("opened", Integer),
            nullable("closed", Integer),
            column("epoch", Integer),
            nullable("owner", Integer),
            column("next_seq", Integer),
            column("begin_seq", Integer),
            nullable("wake_at", Integer),
            nullable("rules", Integer),
            nullable("game", Text),
            nullable("invite_code", Text),
        ],
        sqlite_order: "id",
        postgres_order: "id",
    },
    RowKind {
        name: "seat",
        table: "seats",
        columns: &[column("person", Integer), column("table_id", Integer), column("seat", Integer)],
        sqlite_order: "person, table_id",
        postgres_order: "person, table_id",
    },
    RowKind {
        name: "entry",
        table: "entries",
        columns: &[
            column("table_id", Integer),
            column("seq", Integer),
            column("at", Integer),
            column("body", Text),
            nullable("digest", Integer),
        ],
        sqlite_order: "place",
        postgres_order: "table_id, seq",
    },
    RowKind {
        name: "replay",
        table: "replays",
        columns: &[
            column("id", Text),
            column("game", Text),
            column("ended", Integer),
            column("public", Flag),
            nullable("rated", Flag),
            column("body", Text),
            nullable("figures_counted", Flag),
        ],
        sqlite_order: "place",
        postgres_order: "place",
    },
    RowKind {
        name: "result",
        table: "results",
        columns: &[
            column("replay", Reference { table: "replays", number: "place", text: "id" }),
            column("seat", Integer),
            nullable("person", Integer),
            column("name", Text),
            column("won", Flag),
            column("score", Integer),
            nullable("bot_level", Text),
            nullable("bot_version", Integer),
            nullable("departed", Flag),
            nullable("rating", Integer),
            nullable("rating_interval", Integer),
            nullable("rating_change", Integer),
        ],
        sqlite_order: "replay, seat",
        postgres_order: "replay, seat",
    },
    RowKind {
        name: "review",
        table: "reviews",
        columns: &[
            column("replay", Reference { table: "replays", number: "place", text: "id" }),
            column("asked", Integer),
            nullable("body", Text),
        ],
        sqlite_order: "replay",
        postgres_order: "replay",
    },
    RowKind {
        name: "appearance",
        table: "appearances",
        columns: &[
            column("replay", Reference { table: "replays", number: "place", text: "id" }),
            column("seat", Integer),
            column("person", Integer),
        ],
        sqlite_order: "replay, seat",
        postgres_order: "replay, seat",
    },
    RowKind {
        name: "figure",
        table: "figures",
        columns: &[
            column("person", Integer),
            column("game", Text),
            column("key", Text),
            column("samples", Integer),
            column("total", Integer),
            column("lowest", Integer),
            column("highest", Integer),
        ],
        sqlite_order: "person, game, key",
        postgres_order: "person, game, key",
    },
];

impl RowKind {
    /// A row as it is written in the file.
    pub(crate) fn json(&self, values: Vec<Value>) -> Map<String, Json> {
        let names = self.columns.iter().map(|column| column.name.to_owned());
        names.zip(values.into_iter().map(Value::into_json)).collect()
    }

    /// The names of all columns, with commas.
    pub(crate) fn column_names(&self) -> String {
        self.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
    }
}
