-- When somebody was last called to a table that they were asked to.
CREATE TABLE calls (
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id)
) WITHOUT ROWID;
CREATE INDEX calls_of_table ON calls (match_id);
