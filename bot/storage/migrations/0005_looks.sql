-- When somebody last looked at a match: its log had seq rows then.
CREATE TABLE looks (
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id)
) WITHOUT ROWID;
CREATE INDEX looks_of_table ON looks (match_id);
