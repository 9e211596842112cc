-- Rated games, and what their ratings need beside the result: which bot of which version sat there, and who had left.
ALTER TABLE parlor.replays ADD COLUMN rated boolean;
CREATE INDEX replays_rated ON parlor.replays (place) WHERE rated;
ALTER TABLE parlor.results
    ADD COLUMN bot_level text,
    ADD COLUMN bot_version integer,
    ADD COLUMN departed boolean,
    -- What the ratings said after the game, in whole points: what people were shown.
    ADD COLUMN rating bigint,
    ADD COLUMN rating_interval bigint,
    ADD COLUMN rating_change bigint;
