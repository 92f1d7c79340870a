-- The standing message of a server. attempt counts its posts; digest is what the last one shows; lost: how often it was
-- found deleted; ended: why there is none any more. The old message is one that it has moved away from.
CREATE TABLE tide_boards (
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    locale TEXT NOT NULL,
    message_id INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0,
    edited_at INTEGER NOT NULL DEFAULT 0,
    digest TEXT NOT NULL DEFAULT '',
    lost INTEGER NOT NULL DEFAULT 0,
    ended TEXT NOT NULL DEFAULT '',
    old_channel_id INTEGER,
    old_message_id INTEGER,
    PRIMARY KEY (guild_id)
);

-- A table that waits for anybody until a time. state: open, closing (noted before the table is closed for it), or told.
CREATE TABLE challenges (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    strength TEXT NOT NULL,
    until INTEGER NOT NULL,
    state TEXT NOT NULL,
    called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1)),
    PRIMARY KEY (match_id)
);
CREATE INDEX open_challenges ON challenges (state, until);

-- The role of a server that people give themselves to hear of open seats; calls: whether it may be mentioned.
CREATE TABLE seekers (
    guild_id INTEGER NOT NULL,
    role_id INTEGER NOT NULL,
    calls INTEGER NOT NULL CHECK (calls IN (0, 1)),
    called_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id)
);

-- The forum channel of a server's matches, and the ids of its tags as JSON.
CREATE TABLE forums (
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    tags TEXT NOT NULL,
    PRIMARY KEY (guild_id)
);

-- Which tags the post of a match is known to have.
CREATE TABLE forum_posts (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    shown TEXT NOT NULL,
    PRIMARY KEY (match_id)
);

-- A post that is being made for somebody, noted before; it is gone once the table is open there.
CREATE TABLE forum_wishes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    wish TEXT NOT NULL,
    press INTEGER NOT NULL,
    strength TEXT NOT NULL,
    until INTEGER NOT NULL,
    thread_id INTEGER,
    at INTEGER NOT NULL
);

CREATE INDEX matches_of_server ON matches (guild_id, status);
