-- Which matches count has changed: all of it is worked out from the logs again, after the next start.
DELETE FROM feats;
DELETE FROM result_seats;
DELETE FROM results;
CREATE INDEX results_of_day ON results (game, ended_at, match_id);
