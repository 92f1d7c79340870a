-- Which bot that process is, by its id at Discord; 0 where a process of an earlier version hosts.
ALTER TABLE leases ADD COLUMN application BIGINT NOT NULL DEFAULT 0;
