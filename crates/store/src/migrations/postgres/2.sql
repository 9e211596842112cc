-- The fence is the table's row: who owns it (nobody while it sleeps), in which epoch, and which number is next. What a
-- sleeping table is found by stands beside it. Whoever owned the tables of an older format is gone: owner 0 is nobody's,
-- and game is unknown until the table has been woken once.
ALTER TABLE parlor.tables
    ADD COLUMN next_seq bigint NOT NULL DEFAULT 0,
    ADD COLUMN epoch bigint NOT NULL DEFAULT 1,
    ADD COLUMN begin_seq bigint NOT NULL DEFAULT 0,
    ADD COLUMN owner bigint,
    ADD COLUMN wake_at bigint,
    ADD COLUMN rules integer,
    ADD COLUMN game text,
    ADD COLUMN invite_code text;
UPDATE parlor.tables SET owner = 0 WHERE closed IS NULL;
UPDATE parlor.tables SET next_seq = highest + 1, begin_seq = lowest
    FROM (SELECT table_id, max(seq) AS highest, min(seq) AS lowest FROM parlor.entries GROUP BY table_id) AS journals
    WHERE table_id = id;
-- The journal of the lobby's chat has always begun with number 1.
UPDATE parlor.tables SET next_seq = 1, begin_seq = 1 WHERE next_seq = 0 AND id >= 4611686018427387904;
ALTER TABLE parlor.tables ALTER COLUMN next_seq DROP DEFAULT, ALTER COLUMN epoch DROP DEFAULT,
    ALTER COLUMN begin_seq DROP DEFAULT;
-- Every fact changes its table's row, in no indexed column: with room on its page that is cheap.
ALTER TABLE parlor.tables SET (fillfactor = 60);

CREATE INDEX tables_closed ON parlor.tables (closed) WHERE closed IS NOT NULL;
CREATE INDEX tables_owned ON parlor.tables (owner) WHERE owner IS NOT NULL;
CREATE INDEX tables_due ON parlor.tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE UNIQUE INDEX tables_invite_code ON parlor.tables (invite_code) WHERE invite_code IS NOT NULL;

-- Who sits where. People come and go by ways the store knows nothing of, so they are numbers here.
CREATE TABLE parlor.seats (
    person bigint NOT NULL,
    table_id bigint NOT NULL,
    seat smallint NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX seats_by_table ON parlor.seats (table_id);

CREATE INDEX people_by_seen ON parlor.people (seen);

-- Written and read back to see whether the database can be written.
CREATE TABLE parlor.probe (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    ballast bytea NOT NULL
);
ALTER TABLE parlor.probe ALTER COLUMN ballast SET STORAGE EXTERNAL;
