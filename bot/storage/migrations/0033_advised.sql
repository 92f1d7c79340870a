-- What the guide has suggested to a seat, and how many rows the log had then: a review finds no fault with it.
CREATE TABLE advised (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (match_id, seq, seat, token)
);
