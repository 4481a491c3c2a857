-- The same tables as for SQLite, which explains them; bytes are BYTEA and whole numbers BIGINT.
CREATE TABLE battles (
    id       TEXT   NOT NULL PRIMARY KEY,
    engine   TEXT   NOT NULL,
    book     TEXT   NOT NULL,
    scenario TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    text     TEXT   NOT NULL,
    seed     BIGINT NOT NULL,
    red      TEXT   NOT NULL,
    blue     TEXT   NOT NULL,
    turn     BIGINT NOT NULL,
    waiting  TEXT   NOT NULL,
    written  BIGINT NOT NULL
);

CREATE TABLE tokens (
    hash   BYTEA NOT NULL PRIMARY KEY,
    battle TEXT  NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    role   TEXT  NOT NULL
);

CREATE TABLE steps (
    battle  TEXT   NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    n       BIGINT NOT NULL,
    side    TEXT   NOT NULL,
    command TEXT   NOT NULL,
    faces   BYTEA  NOT NULL,
    digest  TEXT   NOT NULL,
    turn    BIGINT NOT NULL,
    waiting TEXT   NOT NULL,
    written BIGINT NOT NULL,
    PRIMARY KEY (battle, n)
);
