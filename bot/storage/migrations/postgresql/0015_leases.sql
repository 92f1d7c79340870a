-- Which process hosts the servers of a shard, of so many shards, and until when; all by the clock of this server.
-- The fence is the number of its tenure, greater with each. awaited: until when somebody is known to wait for it.
-- presses: those that the one who left it has taken of late, lest the next one answers them again.
CREATE TABLE leases (
    shard BIGINT PRIMARY KEY,
    shards BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    owner TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    awaited TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    presses BIGINT[] NOT NULL DEFAULT '{}'
);
-- From when on the next process may log in, for each of those groups of shards that do so one after the other.
CREATE TABLE logins (bucket BIGINT PRIMARY KEY, free TIMESTAMPTZ NOT NULL);
-- What is done once a day, by whoever comes first.
CREATE TABLE chores (name TEXT PRIMARY KEY, day BIGINT NOT NULL);
-- Asked first in each transaction of a host that writes. The lock, held until its end, keeps the tenure from
-- passing to another meanwhile: who takes it over asks for that lock alone.
CREATE FUNCTION check_lease(tenure BIGINT, held BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(2, tenure::integer);
    IF (SELECT count(*) FROM leases WHERE fence = tenure AND until > clock_timestamp()) <> held THEN
        RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'RF001';
    END IF;
END
$$;
