-- What could be read from the nonce of a message before, or from a seq below 0, in columns of its own.
-- The log had posted_seq rows when it was posted; turn is the key of the turn (a board, a mention) or the turn
-- of a clock (a claim, a reminder); since is the ply from which a board tells on.
ALTER TABLE messages ADD COLUMN posted_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN turn INTEGER;
ALTER TABLE messages ADD COLUMN since INTEGER;
ALTER TABLE messages ADD COLUMN seat INTEGER;
ALTER TABLE messages ADD COLUMN proposal_id INTEGER;
-- Whom a call asks to what: 'join' a lobby, 'play_on' for a computer, or 'anybody' to a seat.
ALTER TABLE messages ADD COLUMN asks TEXT;
-- The seat of the computer player that a board says is thinking.
ALTER TABLE messages ADD COLUMN thinking INTEGER;
-- Whether a board is to be written anew although the log has no new row: it names people who have left.
ALTER TABLE messages ADD COLUMN stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1));

-- Nonces are numbers in base 36 with points between; all but a board's begin with one letter.
CREATE TEMPORARY TABLE numbers AS
WITH RECURSIVE
parts (id, n, part, rest) AS (
    SELECT id, 0, '', CASE purpose WHEN 'board' THEN nonce ELSE substr(nonce, 2) END || '.' FROM messages
    UNION ALL
    SELECT id, n + 1, substr(rest, 1, instr(rest, '.') - 1), substr(rest, instr(rest, '.') + 1)
    FROM parts WHERE rest <> ''
),
digits (id, n, rest, number) AS (
    SELECT id, n, part, 0 FROM parts WHERE n > 0 AND part <> '' AND part NOT GLOB '*[^0-9a-z]*'
    UNION ALL
    SELECT id, n, substr(rest, 2),
        36 * number + instr('0123456789abcdefghijklmnopqrstuvwxyz', substr(rest, 1, 1)) - 1
    FROM digits WHERE rest <> ''
)
SELECT id, n, number FROM digits WHERE rest = '';
CREATE UNIQUE INDEX temp.numbers_of_message ON numbers (id, n);

UPDATE messages SET posted_seq = seq;
UPDATE messages SET
    posted_seq = coalesce((SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 2), 0),
    since = coalesce((SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 3), 0),
    turn = coalesce((SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 4), 0)
WHERE purpose = 'board';
UPDATE messages SET turn = (SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 2)
WHERE purpose IN ('mention', 'reminder');
UPDATE messages SET turn = (SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 3)
WHERE purpose = 'claim';
UPDATE messages SET seat = (SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 2)
WHERE purpose = 'claim' OR (purpose = 'call' AND nonce GLOB 's*');
UPDATE messages SET seat = (SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 3)
WHERE purpose = 'reminder';
UPDATE messages SET proposal_id = (SELECT number FROM numbers WHERE numbers.id = messages.id AND n = 1)
WHERE purpose = 'proposal';
UPDATE messages SET asks = CASE substr(nonce, 1, 1)
    WHEN 'j' THEN 'join' WHEN 't' THEN 'play_on' WHEN 's' THEN 'anybody' END
WHERE purpose = 'call';
DROP TABLE temp.numbers;

-- Below 0: -1000 for a board to be written anew, else the seat of who is thinking, counted down from -1.
UPDATE messages SET
    stale = seq = -1000,
    thinking = CASE WHEN seq = -1000 THEN NULL ELSE -1 - seq END,
    seq = posted_seq
WHERE seq < 0;
