-- What the logs of finished matches say about people. All of it can be deleted and is worked out from the logs again.
-- counts: whether the match changes ratings; why: if not, the reason. moment: the step of the best moment, and whose.
CREATE TABLE results (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    ending TEXT NOT NULL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    why TEXT NOT NULL,
    moment INTEGER,
    moment_seat INTEGER,
    PRIMARY KEY (match_id)
);
CREATE INDEX results_of_server ON results (guild_id, ended_at, match_id);

-- Who is judged by each seat: who sat there when the match began. place 1 is the best; drawn: all share it.
-- folded: whether mu, sigma and rated (after so many matches) hold; others of that game are worked out after it.
CREATE TABLE result_seats (
    match_id INTEGER NOT NULL REFERENCES results (match_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    computer TEXT,
    place INTEGER NOT NULL,
    drawn INTEGER NOT NULL CHECK (drawn IN (0, 1)),
    game TEXT NOT NULL,
    guild_id INTEGER,
    ended_at INTEGER NOT NULL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    folded INTEGER NOT NULL CHECK (folded IN (0, 1)),
    mu DOUBLE PRECISION,
    sigma DOUBLE PRECISION,
    rated INTEGER,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX results_of_person ON result_seats (user_id, game, ended_at, match_id);
CREATE INDEX unfolded_results ON result_seats (game, ended_at, match_id) WHERE folded = 0;
CREATE INDEX folded_results ON result_seats (game, ended_at, match_id) WHERE folded = 1;
CREATE INDEX seats_of_server ON result_seats (guild_id, game, ended_at);

-- What a seat did that its game keeps records of.
CREATE TABLE feats (
    match_id INTEGER NOT NULL REFERENCES results (match_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    record TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, record)
);
