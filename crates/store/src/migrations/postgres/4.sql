-- What somebody asked to know about a finished game: the row is there from the moment it is asked, its body when it is found.
CREATE TABLE parlor.reviews (
    replay bigint PRIMARY KEY REFERENCES parlor.replays ON DELETE CASCADE,
    asked bigint NOT NULL,
    body text
);
CREATE INDEX reviews_open ON parlor.reviews (asked) WHERE body IS NULL;
