-- Reminders that go to people directly, one for each turn of a seat; message_id is null until one has arrived.
-- shut: its person let us send none, so it is to be told in the channel.
CREATE TABLE direct_reminders (
    user_id BIGINT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    message_id BIGINT,
    shut INTEGER NOT NULL DEFAULT 0 CHECK (shut IN (0, 1)),
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat, turn, user_id)
);
CREATE INDEX direct_reminders_of_person ON direct_reminders (user_id);
