-- The same indexes, by conditions that every engine understands: a query says them word for word.
DROP INDEX live_messages;
CREATE INDEX live_messages ON messages (match_id, purpose) WHERE retired = 0;
DROP INDEX live_nonce;
CREATE UNIQUE INDEX live_nonce ON messages (nonce) WHERE retired = 0;
DROP INDEX unconfirmed_messages;
CREATE INDEX unconfirmed_messages ON messages (purpose) WHERE message_id IS NULL AND retired = 0;
