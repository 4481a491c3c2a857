-- The same changes as for SQLite, which explains them.
ALTER TABLE battles ADD COLUMN secret BYTEA;
ALTER TABLE battles ADD COLUMN chosen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE battles ADD COLUMN taken BIGINT NOT NULL DEFAULT 0;
ALTER TABLE battles ADD COLUMN round BIGINT NOT NULL DEFAULT 1;
ALTER TABLE battles ADD COLUMN rules TEXT NOT NULL DEFAULT '';

CREATE TABLE shares (
    battle  TEXT  NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    side    TEXT  NOT NULL,
    promise BYTEA NOT NULL,
    share   BYTEA,
    PRIMARY KEY (battle, side)
);

CREATE TABLE codes (
    hash    BYTEA  NOT NULL PRIMARY KEY,
    battle  TEXT   NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    role    TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    until   BIGINT NOT NULL,
    claimed BYTEA
);

CREATE INDEX tokens_of_battle ON tokens (battle, role);
CREATE INDEX codes_of_battle ON codes (battle, role);

CREATE TABLE reasons (
    battle TEXT   NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    n      BIGINT NOT NULL,
    step   BIGINT NOT NULL,
    side   TEXT   NOT NULL,
    turn   BIGINT NOT NULL,
    active TEXT   NOT NULL,
    text   TEXT   NOT NULL,
    units  TEXT   NOT NULL,
    PRIMARY KEY (battle, n)
);

CREATE TABLE probes (
    id  BIGINT NOT NULL PRIMARY KEY,
    pad BYTEA  NOT NULL
);
