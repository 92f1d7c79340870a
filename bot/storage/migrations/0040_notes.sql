-- What players note to themselves, each under the position (ply) it was written at. shown: whether its writer lets everybody
-- read it after the match.
CREATE TABLE notes (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    shown INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id, ply)
);
CREATE INDEX notes_by ON notes (user_id);
