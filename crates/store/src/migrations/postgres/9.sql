-- Files of the pages of every build that a node of the cluster has run lately, so that any node can serve them. Their names
-- hold a hash of their content.
CREATE TABLE parlor.page_files (
    name text PRIMARY KEY,
    kept_until timestamptz NOT NULL,
    data bytea NOT NULL
);
CREATE INDEX page_files_by_end ON parlor.page_files (kept_until);
