-- How a channel votes that has a seat of a match: how long a vote is open, and how many votes end it (0: none do).
CREATE TABLE channel_seats (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    seconds INTEGER NOT NULL,
    quorum INTEGER NOT NULL
);
-- The votes that were opened, each under the rows that the log had then. token is what was chosen, once it is closed;
-- tally: how many chose what, naming nobody; told: whether the channel has been told of it.
CREATE TABLE channel_turns (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    due INTEGER NOT NULL,
    quorum INTEGER NOT NULL,
    token TEXT,
    tally TEXT NOT NULL DEFAULT '[]',
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seq)
);
-- What a person has chosen in the open vote, the earliest first. Gone when the vote is closed or dropped.
CREATE TABLE channel_votes (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    token TEXT NOT NULL
);
CREATE UNIQUE INDEX channel_votes_each ON channel_votes (match_id, user_id);
CREATE INDEX channel_votes_by ON channel_votes (user_id);
