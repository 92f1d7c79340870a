-- Which step of a game's lesson a person has come to; the first is 0. At the end it is as many as there are steps.
CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
);
