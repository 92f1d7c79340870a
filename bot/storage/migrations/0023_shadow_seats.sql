-- The matches whose host has opened the shadow seat.
CREATE TABLE shadow_open (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE
);
-- What spectators would have played, each under the rows that the log had then. Nobody else sees one before the end.
CREATE TABLE shadows (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id, seq)
);
CREATE INDEX shadows_by ON shadows (user_id);
