-- Finds the messages of a table, retired ones too, however many tables there have been.
CREATE INDEX messages_of_table ON messages (match_id, purpose, id);
-- Nothing looks a message up by its id on Discord.
DROP INDEX discord_message;
