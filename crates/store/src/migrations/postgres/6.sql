-- Small texts about people and the server: devices, codes, blocks, reports. The store does not look inside.
CREATE TABLE parlor.documents (
    kind text NOT NULL,
    id text NOT NULL,
    person bigint CONSTRAINT documents_person REFERENCES parlor.people ON DELETE CASCADE,
    at bigint NOT NULL,
    expires bigint,
    body text NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_by_person ON parlor.documents (person, kind) WHERE person IS NOT NULL;
CREATE INDEX documents_by_time ON parlor.documents (kind, at);
CREATE INDEX documents_by_end ON parlor.documents (expires) WHERE expires IS NOT NULL;

-- The token of a person of an older format becomes their first device.
INSERT INTO parlor.documents (kind, id, person, at, body)
    SELECT 'device', encode(token_hash, 'hex'), id, seen, '{"label":"","address":"","created":' || created || '}'
    FROM parlor.people;
