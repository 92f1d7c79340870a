-- Which other channel the host of a lobby has asked to play: until it is answered or the lobby is no more.
CREATE TABLE channel_asks (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL
);
CREATE UNIQUE INDEX channel_asks_each ON channel_asks (channel_id);
-- For which seat somebody votes in a match of two channels: the first whose side they saw. Gone at its end.
CREATE TABLE channel_sides (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX channel_sides_by ON channel_sides (user_id);
