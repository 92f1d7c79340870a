-- The number of an import is given once: a button of one that was removed must not lead to another.
ALTER TABLE imports RENAME TO imports_of_before;
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    digest TEXT NOT NULL,
    text TEXT NOT NULL,
    channel INTEGER,
    review TEXT NOT NULL DEFAULT ''
);
INSERT INTO imports (id, user_id, at, digest, text, channel, review)
SELECT id, user_id, at, digest, text, channel, review FROM imports_of_before ORDER BY id;
DROP TABLE imports_of_before;
CREATE UNIQUE INDEX imports_of_person ON imports (user_id, digest);
