-- Who has turned an invitation down stays listed as such, so that the table can say so, until they are asked again.
ALTER TABLE invitations ADD COLUMN declined INTEGER NOT NULL DEFAULT 0;
