-- A battle is what it began with and every decision taken since; loading it is replaying it. Nothing is ever
-- changed, only added: a decision costs one row.
-- Whole numbers are 64 bits wide on both databases, so that one reader does for both.
CREATE TABLE battles (
    id       TEXT    NOT NULL PRIMARY KEY,
    engine   TEXT    NOT NULL,            -- the version that created it
    book     TEXT    NOT NULL,
    scenario TEXT    NOT NULL,            -- the scenario's id
    name     TEXT    NOT NULL,            -- its title, for lists
    text     TEXT    NOT NULL,            -- the scenario file whole, with its house rules
    seed     INTEGER NOT NULL,            -- of the dice to come; it never leaves the server
    red      TEXT    NOT NULL,            -- who plays: here, link, or ai:LEVEL
    blue     TEXT    NOT NULL,
    turn     INTEGER NOT NULL,            -- how it stood at the beginning
    waiting  TEXT    NOT NULL,
    written  INTEGER NOT NULL             -- seconds since 1970
) STRICT;

-- A seat is a secret: only the SHA-256 of its token is here.
CREATE TABLE tokens (
    hash   BLOB NOT NULL PRIMARY KEY,
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    role   TEXT NOT NULL                  -- red, blue or spectator
) STRICT, WITHOUT ROWID;

-- One row a decision, a sealed one included. The key is what makes two writers of one battle safe: the second
-- to write number n finds it taken, reads what the first wrote, and thinks again.
CREATE TABLE steps (
    battle  TEXT    NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    side    TEXT    NOT NULL,
    command TEXT    NOT NULL,             -- as in a saved battle
    faces   BLOB    NOT NULL,             -- the dice as they fell
    digest  TEXT    NOT NULL,             -- of the battle afterwards
    -- How it then stood, for lists: a list replays nothing.
    turn    INTEGER NOT NULL,
    waiting TEXT    NOT NULL,             -- red, blue, both or nobody
    written INTEGER NOT NULL,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;
