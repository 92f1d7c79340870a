-- The seconds of each seat's bank and of the top-up a turn, as "bank+more"; none where nobody is hurried.
ALTER TABLE matches ADD COLUMN clock TEXT;

-- The seats that were ever awaited. Moments are epoch seconds, left is in seconds.
-- since: charged up to here, null while not awaited; due: when somebody is next to be told something.
CREATE TABLE clocks (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    "left" INTEGER NOT NULL CHECK ("left" >= 0),
    turn INTEGER NOT NULL,
    since INTEGER,
    began INTEGER NOT NULL,
    reminded INTEGER NOT NULL CHECK (reminded IN (0, 1)),
    empty INTEGER NOT NULL CHECK (empty IN (0, 1)),
    due INTEGER,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID;
CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;
CREATE INDEX clocks_of_person ON clocks (user_id);

-- Finds the few messages of which it is not known whether they were posted.
CREATE INDEX unconfirmed_messages ON messages (purpose) WHERE message_id IS NULL AND NOT retired;
