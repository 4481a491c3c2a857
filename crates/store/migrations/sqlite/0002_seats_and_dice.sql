-- Where the dice come from. A battle of before has no secret: its dice come from its seed.
ALTER TABLE battles ADD COLUMN secret BLOB;                         -- the server's part of the dice, 32 bytes
ALTER TABLE battles ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;   -- 1 if the seed was chosen by the creator
ALTER TABLE battles ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;    -- decisions that were taken in from a file
ALTER TABLE battles ADD COLUMN round INTEGER NOT NULL DEFAULT 1;    -- how often the shares were begun
ALTER TABLE battles ADD COLUMN rules TEXT NOT NULL DEFAULT '';      -- the version of the rules that began it

-- Each player's share of the dice: first its hash, and the share itself once all hashes are in.
CREATE TABLE shares (
    battle  TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    side    TEXT NOT NULL,
    promise BLOB NOT NULL,
    share   BLOB,
    PRIMARY KEY (battle, side)
) STRICT, WITHOUT ROWID;

-- Codes that a browser exchanges for a seat, once. Only their SHA-256 is here.
CREATE TABLE codes (
    hash    BLOB    NOT NULL PRIMARY KEY,
    battle  TEXT    NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    role    TEXT    NOT NULL,             -- red or blue
    kind    TEXT    NOT NULL,             -- invite, carry or hand
    until   INTEGER NOT NULL,             -- seconds since 1970; 0 for no end
    claimed BLOB                          -- the SHA-256 of the token it was exchanged for
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_battle ON tokens (battle, role);
CREATE INDEX codes_of_battle ON codes (battle, role);

-- Why the computer's generals decided as they did.
CREATE TABLE reasons (
    battle TEXT    NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    n      INTEGER NOT NULL,              -- the decision it explains
    step   INTEGER NOT NULL,              -- how many steps there had been
    side   TEXT    NOT NULL,
    turn   INTEGER NOT NULL,
    active TEXT    NOT NULL,              -- whose turn it was, or nothing
    text   TEXT    NOT NULL,
    units  TEXT    NOT NULL,              -- numbers with spaces between
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;

-- Written and removed again to find out whether anything can be written.
CREATE TABLE probes (
    id  INTEGER NOT NULL PRIMARY KEY,
    pad BLOB    NOT NULL
) STRICT;
