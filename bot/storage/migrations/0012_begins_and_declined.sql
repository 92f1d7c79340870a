-- When the match of a lobby begins: pressed, full or asked. Those opened before said that Start is pressed.
ALTER TABLE matches ADD COLUMN begins TEXT NOT NULL DEFAULT 'pressed';

-- Which seat said no to a question: the message that asked it says so.
CREATE TABLE declined (
    proposal_id INTEGER NOT NULL PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    asked INTEGER NOT NULL,
    seat INTEGER NOT NULL
);
CREATE INDEX declined_at_table ON declined (match_id);
