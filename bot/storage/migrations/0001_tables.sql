-- Ids are never used again: buttons of old messages carry them.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER,
    options TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over')),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER,
    locale TEXT NOT NULL,
    host_id INTEGER NOT NULL,
    capacity INTEGER NOT NULL CHECK (capacity > 0),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    start_press INTEGER,
    opened_at INTEGER NOT NULL,
    ended_at INTEGER,
    CHECK ((status = 'over') = (ended_at IS NOT NULL)),
    CHECK ((version IS NULL) = (start_press IS NULL)),
    CHECK (status <> 'playing' OR version IS NOT NULL)
);
CREATE UNIQUE INDEX one_active_table ON matches (channel_id) WHERE status <> 'over';
CREATE INDEX matches_of_channel ON matches (channel_id, id);

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    press INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats (user_id);

CREATE TABLE invitations (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) WITHOUT ROWID;

-- seq counts from 1: after the row with seq n the match has n rows.
CREATE TABLE log (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq)
) WITHOUT ROWID;

CREATE TABLE proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL UNIQUE REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw')),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    ply INTEGER,
    CHECK ((kind = 'undo') = (ply IS NOT NULL))
);

CREATE TABLE consents (
    proposal_id INTEGER NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (proposal_id, user_id)
) WITHOUT ROWID;

CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    nonce TEXT NOT NULL,
    seq INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
);
CREATE INDEX live_messages ON messages (match_id, purpose) WHERE NOT retired;
CREATE UNIQUE INDEX live_nonce ON messages (nonce) WHERE NOT retired;
-- Not unique: the playground's ids begin again with each start.
CREATE INDEX discord_message ON messages (message_id) WHERE message_id IS NOT NULL;

CREATE TABLE preferences (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE TABLE channels (
    channel_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (channel_id, key)
) WITHOUT ROWID;
