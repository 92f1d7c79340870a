-- The start of a match takes back what was asked for its lobby. Who was asked since may be asked again.
DELETE FROM invitations WHERE match_id IN (SELECT id FROM matches WHERE status <> 'lobby');
