-- A match whose secret stays hidden although it has ended: others of its round are still played from that deal.
ALTER TABLE matches ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
-- Tournaments. terms are those of games/tournament/terms.py as JSON; ended is 1 once nothing more happens.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    locale TEXT NOT NULL,
    host_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    terms TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_of_channel ON tournaments (channel_id, id);
-- Who takes part; press is the interaction id with which they came.
CREATE TABLE tournament_entries (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    entry INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    press INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, entry)
);
CREATE INDEX tournament_entries_of_person ON tournament_entries (user_id);
-- All that has happened, a row for each event; user_id is who did it, 0 where it came by itself.
CREATE TABLE tournament_log (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, seq)
);
CREATE INDEX tournament_log_of_person ON tournament_log (user_id);
-- The tables of a round, noted before they are opened. thread_id is where, match_id is what is played there.
CREATE TABLE tournament_tables (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    thread_id INTEGER,
    match_id INTEGER,
    PRIMARY KEY (tournament_id, round, number)
);
CREATE INDEX tournament_table_of_match ON tournament_tables (match_id);
-- The secret that all tables of a round of a duplicate are dealt from.
CREATE TABLE tournament_secrets (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (tournament_id, round)
);
-- What is posted about a tournament, noted before it is sent; message_id is null until it has arrived.
CREATE TABLE tournament_posts (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    what TEXT NOT NULL,
    message_id INTEGER,
    at INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, what)
);
