-- The event that Discord shows of a tournament, for those whose host wants one. mark is what it is known by, noted
-- before it is made; event_id is null until it is there; shown is what it was last made to say, refused is 1 once
-- Discord has not let the bot, and wanted 0 once the host wants it no more.
CREATE TABLE tournament_events (
    tournament_id INTEGER NOT NULL PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
    mark TEXT,
    event_id INTEGER,
    shown TEXT NOT NULL DEFAULT '',
    refused INTEGER NOT NULL DEFAULT 0,
    wanted INTEGER NOT NULL DEFAULT 1
);
