-- What people have prepared for a later turn, in the form of games/core/ahead.py; seq: how many rows the log had then.
CREATE TABLE prepared (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL
);
CREATE INDEX prepared_at_table ON prepared (match_id, seat, id);
CREATE INDEX prepared_by ON prepared (user_id);
-- That what somebody had prepared was dropped, and why, until they have been told.
CREATE TABLE prepared_dropped (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    line TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, user_id)
);
CREATE INDEX prepared_dropped_by ON prepared_dropped (user_id);
-- The rows of the log that were prepared moves: boards say so.
CREATE TABLE prepared_played (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq)
);
-- The last turn of the seat before at which somebody was told that they are next.
CREATE TABLE next_up (
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX next_up_by ON next_up (user_id);
