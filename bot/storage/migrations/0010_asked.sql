-- When somebody had others mentioned, so that nobody is asked the same again and again. What was asked, and of whom,
-- stands in a hash alone.
CREATE TABLE asked (
    user_id INTEGER NOT NULL,
    about TEXT NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    at INTEGER NOT NULL
);
CREATE INDEX asked_by ON asked (user_id, about);
CREATE INDEX asked_at_table ON asked (match_id);
