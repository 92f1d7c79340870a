-- Who asked somebody to a computer's seat of a match, as the seat that they had: NULL for a lobby, where the host asks.
ALTER TABLE invitations ADD COLUMN by_seat INTEGER;
-- By which message somebody was called last, so that it goes when they are asked no more.
ALTER TABLE calls ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
