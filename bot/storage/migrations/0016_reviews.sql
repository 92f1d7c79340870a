-- What a review of an ended match found. It can be thrown away: the log tells it again.
CREATE TABLE reviews (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text TEXT NOT NULL
);
