-- How people did, kept as sums, and their games in the order in which they are listed: whoever played a hundred thousand games is
-- answered as quickly as somebody who played a hundred. The opponent of all games of a person is the person.
CREATE TABLE standings (
    person INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    public INTEGER NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    opponent_wins INTEGER NOT NULL,
    PRIMARY KEY (person, opponent, game, seats, public)
) STRICT, WITHOUT ROWID;
CREATE TABLE meetings (
    person INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    public INTEGER NOT NULL,
    game TEXT NOT NULL,
    won INTEGER NOT NULL,
    replay INTEGER NOT NULL,
    PRIMARY KEY (person, opponent, public, game, won, replay)
) STRICT, WITHOUT ROWID;
-- Games after which a person was shown a rating.
CREATE TABLE rated_results (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    replay INTEGER NOT NULL,
    PRIMARY KEY (person, game, seats, replay)
) STRICT, WITHOUT ROWID;

-- The flag of a replay says that it is in these tables; games of older formats follow in small steps.
ALTER TABLE replays ADD COLUMN summed INTEGER;
CREATE INDEX replays_unsummed ON replays (place) WHERE summed IS NULL;

-- A procedure: a row that is inserted here adds a replay to the tables (sign 1), or takes it out (sign -1).
CREATE VIEW summing AS SELECT place AS replay, 1 AS sign FROM replays WHERE false;
CREATE TRIGGER sum_replay INSTEAD OF INSERT ON summing BEGIN
    -- A person on two seats of a game has played one game.
    INSERT INTO standings (person, opponent, game, seats, public, games, wins, opponent_wins)
        SELECT own.person, other.person, game, (SELECT count(*) FROM results WHERE replay = NEW.replay), public,
               NEW.sign, NEW.sign * max(own.won), NEW.sign * max(other.won)
        FROM replays JOIN results AS own ON own.replay = place JOIN results AS other ON other.replay = place
        WHERE place = NEW.replay AND own.person IS NOT NULL AND other.person IS NOT NULL
        GROUP BY own.person, other.person
        ON CONFLICT (person, opponent, game, seats, public) DO UPDATE SET games = games + excluded.games,
            wins = wins + excluded.wins, opponent_wins = opponent_wins + excluded.opponent_wins;
    DELETE FROM standings WHERE NEW.sign < 0 AND games = 0 AND (person, opponent) IN (
        SELECT own.person, other.person FROM results AS own JOIN results AS other ON other.replay = own.replay
        WHERE own.replay = NEW.replay
    );
    INSERT INTO meetings (person, opponent, public, game, won, replay)
        SELECT own.person, other.person, public, game, own.won, place
        FROM replays JOIN results AS own ON own.replay = place JOIN results AS other ON other.replay = place
        WHERE NEW.sign > 0 AND place = NEW.replay AND own.person IS NOT NULL AND other.person IS NOT NULL
        ON CONFLICT DO NOTHING;
    -- Both say all of the key: a row of the index is found, not looked for.
    DELETE FROM meetings WHERE NEW.sign < 0 AND (person, opponent) IN (
        SELECT own.person, other.person FROM results AS own JOIN results AS other ON other.replay = own.replay
        WHERE own.replay = NEW.replay
    ) AND public = (SELECT public FROM replays WHERE place = NEW.replay)
        AND game = (SELECT game FROM replays WHERE place = NEW.replay) AND won IN (0, 1) AND replay = NEW.replay;
    INSERT INTO rated_results (person, game, seats, replay)
        SELECT person, game, (SELECT count(*) FROM results WHERE replay = NEW.replay), place
        FROM replays JOIN results ON replay = place
        WHERE NEW.sign > 0 AND place = NEW.replay AND person IS NOT NULL AND rating IS NOT NULL
        ON CONFLICT DO NOTHING;
    DELETE FROM rated_results WHERE NEW.sign < 0 AND person IN (SELECT person FROM results WHERE replay = NEW.replay)
        AND game = (SELECT game FROM replays WHERE place = NEW.replay)
        AND seats = (SELECT count(*) FROM results WHERE replay = NEW.replay) AND replay = NEW.replay;
END;

CREATE TRIGGER replay_goes BEFORE DELETE ON replays WHEN OLD.summed BEGIN
    INSERT INTO summing VALUES (OLD.place, -1);
END;
CREATE TRIGGER person_goes BEFORE UPDATE OF person ON results
WHEN (SELECT summed FROM replays WHERE place = OLD.replay) BEGIN
    INSERT INTO summing VALUES (OLD.replay, -1);
END;
CREATE TRIGGER person_is_gone AFTER UPDATE OF person ON results
WHEN (SELECT summed FROM replays WHERE place = NEW.replay) BEGIN
    INSERT INTO summing VALUES (NEW.replay, 1);
END;
CREATE TRIGGER rating_is_shown AFTER UPDATE OF rating ON results WHEN NEW.rating IS NOT NULL AND NEW.person IS NOT NULL BEGIN
    INSERT INTO rated_results (person, game, seats, replay)
        SELECT NEW.person, game, (SELECT count(*) FROM results WHERE replay = NEW.replay), place
        FROM replays WHERE place = NEW.replay AND summed
        ON CONFLICT DO NOTHING;
END;
