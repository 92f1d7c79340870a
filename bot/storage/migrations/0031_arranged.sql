-- Tables that people were drawn to: those of tournaments. Nobody is helped there, and there is no rematch.
ALTER TABLE matches ADD COLUMN arranged INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET arranged = 1
WHERE id IN (SELECT match_id FROM tournament_tables WHERE match_id IS NOT NULL);
