-- What a server of the first version left behind: its ledger of versions, and a battle.
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
VALUES (1, 'battles', 1, x'860db470f4fa0e8faa2de50bc2bfb27b08e1aa84f67264a69095c89ce88e6106aa9e19830413737be3fea98b95a64058', 0);
INSERT INTO battles (id, engine, book, scenario, name, text, seed, red, blue, turn, waiting, written)
VALUES ('k3v9', '0.1.0', 'dba', 'dba/zama', 'Zama', 'text', 7, 'here', 'link', 0, 'red', 1700000000);
INSERT INTO tokens (hash, battle, role) VALUES (x'0707070707070707070707070707070707070707070707070707070707070707', 'k3v9', 'red');
INSERT INTO steps (battle, n, side, command, faces, digest, turn, waiting, written)
VALUES ('k3v9', 1, 'red', '"done"', x'03', '0000000000000001', 1, 'red', 1700000001),
       ('k3v9', 2, 'red', '"done"', x'', '0000000000000002', 1, 'blue', 1700000002);
