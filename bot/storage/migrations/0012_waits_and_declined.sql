-- Whether a lobby waits for its host to press Start; those opened before said that they do.
ALTER TABLE matches ADD COLUMN waits INTEGER NOT NULL DEFAULT 1;

-- Which seat said no to a question: the message that asked it says so.
CREATE TABLE declined (
    proposal_id INTEGER NOT NULL PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    asked INTEGER NOT NULL,
    seat INTEGER NOT NULL
);
CREATE INDEX declined_at_table ON declined (match_id);
