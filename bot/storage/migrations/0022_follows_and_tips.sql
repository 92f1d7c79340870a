-- Who follows a match, and which turning points they chose. told: up to which one they know; call: the number of the post
-- that mentions them, from 1; sent: whether that post is done with. It is noted here before it is posted.
CREATE TABLE follows (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    points TEXT NOT NULL,
    told INTEGER NOT NULL,
    call INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX follows_by ON follows (user_id);
-- Who wins, as spectators tip it, each under the rows that the log had then. chance and points come after the end.
CREATE TABLE tips (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    chance DOUBLE PRECISION,
    points DOUBLE PRECISION,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX tips_by ON tips (user_id);
-- That the tips of a match are locked: an undo opens them no more. count: how many there were.
CREATE TABLE tip_locks (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    count INTEGER NOT NULL
);
