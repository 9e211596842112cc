-- The fence is the table's row: who owns it (nobody while it sleeps), in which epoch, and which number is next. What a
-- sleeping table is found by stands beside it. Whoever owned the tables of an older format is gone: owner 0 is nobody's,
-- and game is unknown until the table has been woken once.
CREATE TABLE tables_3 (
    id INTEGER PRIMARY KEY,
    next_seq INTEGER NOT NULL,
    newest INTEGER,
    epoch INTEGER NOT NULL,
    begin_seq INTEGER NOT NULL,
    owner INTEGER,
    wake_at INTEGER,
    opened INTEGER NOT NULL,
    closed INTEGER,
    rules INTEGER,
    game TEXT,
    invite_code TEXT
) STRICT;
INSERT INTO tables_3 (id, next_seq, newest, epoch, begin_seq, owner, opened, closed)
    SELECT id, highest + 1, newest, 1, coalesce(lowest, highest + 1), CASE WHEN closed IS NULL THEN 0 END, opened, closed
    FROM tables LEFT JOIN (SELECT table_id, min(seq) AS lowest FROM entries GROUP BY table_id) ON table_id = id;
-- The journal of the lobby's chat has always begun with number 1.
UPDATE tables_3 SET next_seq = 1, begin_seq = 1 WHERE next_seq = 0 AND id >= 4611686018427387904;
DROP TABLE tables;
ALTER TABLE tables_3 RENAME TO tables;

CREATE INDEX tables_open ON tables (id) WHERE closed IS NULL;
CREATE INDEX tables_closed ON tables (closed) WHERE closed IS NOT NULL;
CREATE INDEX tables_owned ON tables (owner) WHERE owner IS NOT NULL;
CREATE INDEX tables_due ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE UNIQUE INDEX tables_invite_code ON tables (invite_code) WHERE invite_code IS NOT NULL;

-- Who sits where. People come and go by ways the store knows nothing of, so they are numbers here.
CREATE TABLE seats (
    person INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_table ON seats (table_id);

CREATE INDEX people_by_seen ON people (seen);

-- Written and read back to see whether the database can be written.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    ballast BLOB NOT NULL
) STRICT;
