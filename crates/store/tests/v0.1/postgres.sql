-- A database as version 0.1 left it: the same as in sqlite.sql.
CREATE SCHEMA parlor;
CREATE TABLE parlor.format (version bigint NOT NULL);
INSERT INTO parlor.format VALUES (1);
CREATE TABLE parlor.tables (
    id bigint CONSTRAINT tables_id PRIMARY KEY,
    opened bigint NOT NULL,
    closed bigint
);
CREATE INDEX tables_open ON parlor.tables (id) WHERE closed IS NULL;
CREATE TABLE parlor.entries (
    table_id bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    CONSTRAINT entries_fence UNIQUE (table_id, seq)
);
CREATE TABLE parlor.people (
    id bigint CONSTRAINT people_id PRIMARY KEY,
    name text NOT NULL,
    name_key text NOT NULL CONSTRAINT people_name_key UNIQUE,
    token_hash bytea NOT NULL CONSTRAINT people_token_hash UNIQUE,
    created bigint NOT NULL,
    seen bigint NOT NULL
);
CREATE TABLE parlor.replays (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL CONSTRAINT replays_id UNIQUE,
    game text NOT NULL,
    ended bigint NOT NULL,
    public boolean NOT NULL,
    body text NOT NULL
);
CREATE INDEX replays_by_end ON parlor.replays (ended, place);
CREATE TABLE parlor.results (
    replay bigint NOT NULL REFERENCES parlor.replays ON DELETE CASCADE,
    seat smallint NOT NULL,
    person bigint REFERENCES parlor.people ON DELETE SET NULL,
    name text NOT NULL,
    won boolean NOT NULL,
    score bigint NOT NULL,
    PRIMARY KEY (replay, seat)
);
CREATE INDEX results_by_person ON parlor.results (person);
CREATE TABLE parlor.meta (
    key text PRIMARY KEY,
    value text NOT NULL
);

INSERT INTO parlor.tables VALUES
    (1, 1000, NULL), (2, 1000, NULL), (3, 1000, 1500), (4, 1000, NULL), (4611686018427387904, 900, NULL);
INSERT INTO parlor.entries VALUES
    (1, 0, 1000, 'a'), (1, 1, 1001, 'b'), (2, 0, 1002, 'c'), (1, 2, 1003, 'd'), (2, 3, 1004, 'e'),
    (4611686018427387904, 2, 1005, 'g'), (4611686018427387904, 1, 1005, 'f');
INSERT INTO parlor.people VALUES
    (10, 'Ann', 'ann', '\x0101010101010101010101010101010101010101010101010101010101010101', 5, 6),
    (11, 'Bo', 'bo', '\x0202020202020202020202020202020202020202020202020202020202020202', 5, 7);
INSERT INTO parlor.replays (id, game, ended, public, body) VALUES ('3-1', 'golf', 1400, true, '{}');
INSERT INTO parlor.results VALUES (1, 0, 10, 'Ann', true, 12), (1, 1, NULL, 'Bot 2', false, 30);
INSERT INTO parlor.meta VALUES ('admin', 'hash');
