-- What is counted of each person in each game, over all games whose replays were read for it. The flag of a replay says that it
-- was; games of older formats are read when there is time.
CREATE TABLE parlor.figures (
    person bigint NOT NULL REFERENCES parlor.people ON DELETE CASCADE,
    game text NOT NULL,
    key text NOT NULL,
    samples bigint NOT NULL,
    total bigint NOT NULL,
    lowest bigint NOT NULL,
    highest bigint NOT NULL,
    PRIMARY KEY (person, game, key)
);
ALTER TABLE parlor.replays ADD COLUMN figures_counted boolean;
CREATE INDEX replays_uncounted ON parlor.replays (place) WHERE figures_counted IS NULL;

-- Who sat where in games that have no results: those that were abandoned, in which something was taken back, or that are deals
-- of a day. So that what is kept of a person can be found.
CREATE TABLE parlor.appearances (
    replay bigint NOT NULL REFERENCES parlor.replays ON DELETE CASCADE,
    seat smallint NOT NULL,
    person bigint NOT NULL REFERENCES parlor.people ON DELETE CASCADE,
    PRIMARY KEY (replay, seat)
);
CREATE INDEX appearances_by_person ON parlor.appearances (person, replay);
