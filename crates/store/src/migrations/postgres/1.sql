-- Closed tables stay as a row: their numbers are never used again.
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
