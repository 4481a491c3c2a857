-- The same change as for SQLite, which explains it.
ALTER TABLE steps ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
