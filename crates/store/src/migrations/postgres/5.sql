-- Servers that share this database. A lease is valid until a moment of the database's own clock.
CREATE TABLE parlor.nodes (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    build text NOT NULL,
    started timestamptz NOT NULL,
    renewed timestamptz NOT NULL,
    alive_until timestamptz NOT NULL
);
CREATE INDEX nodes_alive ON parlor.nodes (alive_until);

-- What one of them does at a time.
CREATE TABLE parlor.leases (
    name text PRIMARY KEY,
    node bigint NOT NULL,
    held_until timestamptz NOT NULL
);
