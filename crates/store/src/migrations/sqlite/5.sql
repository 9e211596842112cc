-- What somebody asked to know about a finished game: the row is there from the moment it is asked, its body when it is found.
CREATE TABLE reviews (
    replay INTEGER PRIMARY KEY REFERENCES replays ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    body TEXT
) STRICT;
CREATE INDEX reviews_open ON reviews (asked) WHERE body IS NULL;
