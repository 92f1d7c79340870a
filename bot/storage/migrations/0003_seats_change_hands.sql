-- A computer player's level; user_id is 0 then.
ALTER TABLE seats ADD COLUMN computer TEXT;
-- The finished table that this one is the rematch of.
ALTER TABLE matches ADD COLUMN follows INTEGER REFERENCES matches (id);

-- Who had a seat before: until the log had seq rows.
CREATE TABLE former_seats (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    computer TEXT,
    seq INTEGER NOT NULL
);
CREATE INDEX former_seats_of_table ON former_seats (match_id, id);
CREATE INDEX former_seats_of_person ON former_seats (user_id);
