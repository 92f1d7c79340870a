-- The reef of the day: one deal a day for everybody. day counts days as Python does (date.toordinal).
CREATE TABLE daily_days (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (day)
);
-- One try a day for each person; user_id 0 is the computer in a person's place. server is the one in which it
-- was begun. What is below it is null until the try has ended; card is the message that shows it, 0 while it
-- is being posted.
CREATE TABLE daily_tries (
    day INTEGER NOT NULL REFERENCES daily_days (day) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    server INTEGER,
    place INTEGER,
    own INTEGER,
    other INTEGER,
    marks TEXT,
    card INTEGER,
    PRIMARY KEY (day, user_id)
);
CREATE INDEX daily_tries_of_person ON daily_tries (user_id, day);
CREATE INDEX daily_tries_of_server ON daily_tries (server, day);
-- The log of each try, a row for each step, as that of a match.
CREATE TABLE daily_moves (
    day INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (day, user_id, seq),
    FOREIGN KEY (day, user_id) REFERENCES daily_tries (day, user_id) ON DELETE CASCADE
);
CREATE INDEX daily_moves_of_person ON daily_moves (user_id);
