-- Small texts about people and the server: devices, codes, blocks, reports. The store does not look inside.
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    person INTEGER REFERENCES people ON DELETE CASCADE,
    at INTEGER NOT NULL,
    expires INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_by_person ON documents (person, kind) WHERE person IS NOT NULL;
CREATE INDEX documents_by_time ON documents (kind, at);
CREATE INDEX documents_by_end ON documents (expires) WHERE expires IS NOT NULL;

-- The token of a person of an older format becomes their first device.
INSERT INTO documents (kind, id, person, at, body)
    SELECT 'device', lower(hex(token_hash)), id, seen, '{"label":"","address":"","created":' || created || '}' FROM people;
