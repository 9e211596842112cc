-- Closed tables stay as a row: their numbers are never used again.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    opened INTEGER NOT NULL,
    closed INTEGER
) STRICT;
CREATE INDEX tables_open ON tables (id) WHERE closed IS NULL;

-- Rows only ever join at the end, whatever the table: that is several times faster than a tree by table and seq.
CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_fence ON entries (table_id, seq);

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    token_hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT;

CREATE TABLE replays (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    ended INTEGER NOT NULL,
    public INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX replays_by_end ON replays (ended, place);

CREATE TABLE results (
    replay INTEGER NOT NULL REFERENCES replays ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES people ON DELETE SET NULL,
    name TEXT NOT NULL,
    won INTEGER NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (replay, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_person ON results (person);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
