-- Records of matches that people have brought as files. text is the record, read and written again; channel is
-- where its person has had it posted last; review is derived, and empty until somebody asks for it.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    digest TEXT NOT NULL,
    text TEXT NOT NULL,
    channel INTEGER,
    review TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX imports_of_person ON imports (user_id, digest);
