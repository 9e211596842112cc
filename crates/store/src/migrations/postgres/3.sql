-- A fact has a digest of itself, its table and its number: a body that stands in the wrong row is noticed. Facts of older
-- formats have none; they are only believed before the first one that has.
ALTER TABLE parlor.entries ADD COLUMN digest bigint;
-- The games of a person are listed newest first, a page at a time.
DROP INDEX parlor.results_by_person;
CREATE INDEX results_by_person ON parlor.results (person, replay);
