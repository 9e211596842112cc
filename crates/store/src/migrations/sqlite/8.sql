-- What is counted of each person in each game, over all games whose replays were read for it. The flag of a replay says that it
-- was; games of older formats are read when there is time.
CREATE TABLE figures (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    samples INTEGER NOT NULL,
    total INTEGER NOT NULL,
    lowest INTEGER NOT NULL,
    highest INTEGER NOT NULL,
    PRIMARY KEY (person, game, key)
) STRICT, WITHOUT ROWID;
ALTER TABLE replays ADD COLUMN figures_counted INTEGER;
CREATE INDEX replays_uncounted ON replays (place) WHERE figures_counted IS NULL;

-- Who sat where in games that have no results: those that were abandoned, in which something was taken back, or that are deals
-- of a day. So that what is kept of a person can be found.
CREATE TABLE appearances (
    replay INTEGER NOT NULL REFERENCES replays ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    PRIMARY KEY (replay, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX appearances_by_person ON appearances (person, replay);
