-- What a message is about. No message of before stands in a database of this kind.
-- The log had posted_seq rows when it was posted; turn is the key of the turn (a board, a mention) or the turn
-- of a clock (a claim, a reminder); since is the ply from which a board tells on.
ALTER TABLE messages ADD COLUMN posted_seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN turn BIGINT;
ALTER TABLE messages ADD COLUMN since BIGINT;
ALTER TABLE messages ADD COLUMN seat BIGINT;
ALTER TABLE messages ADD COLUMN proposal_id BIGINT;
-- Whom a call asks to what: 'join' a lobby, 'play_on' for a computer, or 'anybody' to a seat.
ALTER TABLE messages ADD COLUMN asks TEXT;
-- The seat of the computer player that a board says is thinking.
ALTER TABLE messages ADD COLUMN thinking BIGINT;
-- Whether a board is to be written anew although the log has no new row: it names people who have left.
ALTER TABLE messages ADD COLUMN stale BIGINT NOT NULL DEFAULT 0 CHECK (stale IN (0, 1));
