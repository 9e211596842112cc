-- A journal is a chain: each entry knows the one before it, and the table's row knows the newest and the highest number.
-- The fence is in that row. An index over table and number was touched in as many places as there are tables, and every
-- page that is touched goes to the log as a whole.
ALTER TABLE tables ADD COLUMN newest INTEGER;
ALTER TABLE tables ADD COLUMN highest INTEGER NOT NULL DEFAULT -1;
ALTER TABLE entries ADD COLUMN before INTEGER;

UPDATE entries SET before = linked.before FROM (
    SELECT place, lag(place) OVER (PARTITION BY table_id ORDER BY place) AS before FROM entries
) AS linked WHERE linked.place = entries.place;
UPDATE tables SET newest = summed.newest, highest = summed.highest FROM (
    SELECT table_id, max(place) AS newest, max(seq) AS highest FROM entries GROUP BY table_id
) AS summed WHERE summed.table_id = tables.id;

DROP INDEX entries_fence;
