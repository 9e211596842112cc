-- Rated games, and what their ratings need beside the result: which bot of which version sat there, and who had left.
ALTER TABLE replays ADD COLUMN rated INTEGER;
CREATE INDEX replays_rated ON replays (place) WHERE rated = 1;
ALTER TABLE results ADD COLUMN bot_level TEXT;
ALTER TABLE results ADD COLUMN bot_version INTEGER;
ALTER TABLE results ADD COLUMN departed INTEGER;
-- What the ratings said after the game, in whole points: what people were shown.
ALTER TABLE results ADD COLUMN rating INTEGER;
ALTER TABLE results ADD COLUMN rating_interval INTEGER;
ALTER TABLE results ADD COLUMN rating_change INTEGER;
