-- A data folder as version 0.1 left it: two tables in play, one of them with a fact missing, one closed, the lobby's chat,
-- two people and a replay.
PRAGMA page_size = 1024;
PRAGMA application_id = 1348563564;
PRAGMA journal_mode = wal;
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    opened INTEGER NOT NULL,
    closed INTEGER,
    newest INTEGER,
    highest INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE INDEX tables_open ON tables (id) WHERE closed IS NULL;
CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    before INTEGER
) STRICT;
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

INSERT INTO tables VALUES
    (1, 1000, NULL, 4, 2), (2, 1000, NULL, 5, 3), (3, 1000, 1500, NULL, 9), (4, 1000, NULL, NULL, -1),
    (4611686018427387904, 900, NULL, 6, 2);
INSERT INTO entries (place, before, table_id, seq, at, body) VALUES
    (1, NULL, 1, 0, 1000, 'a'), (2, 1, 1, 1, 1001, 'b'), (3, NULL, 2, 0, 1002, 'c'), (4, 2, 1, 2, 1003, 'd'),
    (5, 3, 2, 3, 1004, 'e'), (6, 7, 4611686018427387904, 2, 1005, 'g'), (7, NULL, 4611686018427387904, 1, 1005, 'f');
INSERT INTO people VALUES
    (10, 'Ann', 'ann', x'0101010101010101010101010101010101010101010101010101010101010101', 5, 6),
    (11, 'Bo', 'bo', x'0202020202020202020202020202020202020202020202020202020202020202', 5, 7);
INSERT INTO replays VALUES (1, '3-1', 'golf', 1400, 1, '{}');
INSERT INTO results VALUES (1, 0, 10, 'Ann', 1, 12), (1, 1, NULL, 'Bot 2', 0, 30);
INSERT INTO meta VALUES ('admin', 'hash');
PRAGMA user_version = 2;
