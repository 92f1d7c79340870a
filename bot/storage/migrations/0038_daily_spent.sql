-- Who has had a day's try and was erased since: mark is a keyed hash of the day and the person, and names nobody.
-- The key is the secret of the day. Rows are deleted when the day is over.
CREATE TABLE daily_spent (
    day INTEGER NOT NULL REFERENCES daily_days (day) ON DELETE CASCADE,
    mark TEXT NOT NULL,
    PRIMARY KEY (day, mark)
);
