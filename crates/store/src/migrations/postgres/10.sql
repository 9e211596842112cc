-- How people did, kept as sums, and their games in the order in which they are listed: whoever played a hundred thousand games is
-- answered as quickly as somebody who played a hundred. The opponent of all games of a person is the person.
CREATE TABLE parlor.standings (
    person bigint NOT NULL,
    opponent bigint NOT NULL,
    game text NOT NULL,
    seats smallint NOT NULL,
    public boolean NOT NULL,
    games bigint NOT NULL,
    wins bigint NOT NULL,
    opponent_wins bigint NOT NULL,
    PRIMARY KEY (person, opponent, game, seats, public)
-- Every game changes some rows, in no indexed column: with room on their pages that is cheap.
) WITH (fillfactor = 70);
CREATE TABLE parlor.meetings (
    person bigint NOT NULL,
    opponent bigint NOT NULL,
    public boolean NOT NULL,
    game text NOT NULL,
    won boolean NOT NULL,
    replay bigint NOT NULL,
    PRIMARY KEY (person, opponent, public, game, won, replay)
);
-- Games after which a person was shown a rating.
CREATE TABLE parlor.rated_results (
    person bigint NOT NULL,
    game text NOT NULL,
    seats smallint NOT NULL,
    replay bigint NOT NULL,
    PRIMARY KEY (person, game, seats, replay)
);

-- The flag of a replay says that it is in these tables; games of older formats follow in small steps.
ALTER TABLE parlor.replays ADD COLUMN summed boolean;
CREATE INDEX replays_unsummed ON parlor.replays (place) WHERE summed IS NULL;

-- Adds a replay to the tables (sign 1), or takes it out (sign -1).
CREATE FUNCTION parlor.sum_replay(summed_replay bigint, sign bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- A person on two seats of a game has played one game.
    INSERT INTO parlor.standings AS old (person, opponent, game, seats, public, games, wins, opponent_wins)
        SELECT own.person, other.person, game, (SELECT count(*) FROM parlor.results WHERE replay = summed_replay), public,
               sign, sign * bool_or(own.won)::int, sign * bool_or(other.won)::int
        FROM parlor.replays JOIN parlor.results AS own ON own.replay = place
        JOIN parlor.results AS other ON other.replay = place
        WHERE place = summed_replay AND own.person IS NOT NULL AND other.person IS NOT NULL
        GROUP BY own.person, other.person, game, public
        ON CONFLICT (person, opponent, game, seats, public) DO UPDATE SET games = old.games + excluded.games,
            wins = old.wins + excluded.wins, opponent_wins = old.opponent_wins + excluded.opponent_wins;
    IF sign > 0 THEN
        INSERT INTO parlor.meetings (person, opponent, public, game, won, replay)
            SELECT own.person, other.person, public, game, own.won, place
            FROM parlor.replays JOIN parlor.results AS own ON own.replay = place
            JOIN parlor.results AS other ON other.replay = place
            WHERE place = summed_replay AND own.person IS NOT NULL AND other.person IS NOT NULL
            ON CONFLICT DO NOTHING;
        INSERT INTO parlor.rated_results (person, game, seats, replay)
            SELECT person, game, (SELECT count(*) FROM parlor.results WHERE replay = summed_replay), place
            FROM parlor.replays JOIN parlor.results ON replay = place
            WHERE place = summed_replay AND person IS NOT NULL AND rating IS NOT NULL
            ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM parlor.standings AS old USING parlor.results AS own
            JOIN parlor.results AS other ON other.replay = own.replay
            WHERE own.replay = summed_replay AND games = 0
            AND old.person = own.person AND old.opponent = other.person;
        DELETE FROM parlor.meetings AS old USING parlor.results AS own
            JOIN parlor.results AS other ON other.replay = own.replay JOIN parlor.replays ON place = own.replay
            WHERE place = summed_replay AND old.person = own.person AND old.opponent = other.person
            AND old.game = replays.game AND old.public = replays.public AND old.won = own.won AND old.replay = place;
        DELETE FROM parlor.rated_results AS old USING parlor.results AS own JOIN parlor.replays ON place = own.replay
            WHERE place = summed_replay AND old.person = own.person AND old.game = replays.game AND old.replay = place
            AND old.seats = (SELECT count(*) FROM parlor.results WHERE replay = summed_replay);
    END IF;
END $$;

CREATE FUNCTION parlor.replay_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM parlor.sum_replay(OLD.place, -1);
    RETURN OLD;
END $$;
CREATE TRIGGER replay_goes BEFORE DELETE ON parlor.replays FOR EACH ROW WHEN (OLD.summed)
    EXECUTE FUNCTION parlor.replay_goes();

-- The flag changes with the sums, for one statement may take a person out of two seats of a game.
CREATE FUNCTION parlor.person_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE parlor.replays SET summed = NULL WHERE place = OLD.replay AND summed;
    IF FOUND THEN
        PERFORM parlor.sum_replay(OLD.replay, -1);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER person_goes BEFORE UPDATE OF person ON parlor.results FOR EACH ROW EXECUTE FUNCTION parlor.person_goes();
CREATE FUNCTION parlor.person_is_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE parlor.replays SET summed = true WHERE place = NEW.replay AND summed IS NULL;
    IF FOUND THEN
        PERFORM parlor.sum_replay(NEW.replay, 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER person_is_gone AFTER UPDATE OF person ON parlor.results FOR EACH ROW
    EXECUTE FUNCTION parlor.person_is_gone();

CREATE FUNCTION parlor.rating_is_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO parlor.rated_results (person, game, seats, replay)
        SELECT NEW.person, game, (SELECT count(*) FROM parlor.results WHERE replay = NEW.replay), place
        FROM parlor.replays WHERE place = NEW.replay AND summed
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER rating_is_shown AFTER UPDATE OF rating ON parlor.results FOR EACH ROW
    WHEN (NEW.rating IS NOT NULL AND NEW.person IS NOT NULL) EXECUTE FUNCTION parlor.rating_is_shown();
