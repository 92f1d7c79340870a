-- What a thinker on another machine needs, and no more: it reads no table of a match.
-- Run it as the bot's user, once the bot has been started on that database: docs/hosting/scaling.md says how.
GRANT SELECT, UPDATE, DELETE ON pgqueuer TO thinker;
GRANT SELECT, INSERT, UPDATE, DELETE ON pgqueuer_log TO thinker;
GRANT SELECT, INSERT, UPDATE ON pgqueuer_statistics TO thinker;
GRANT SELECT ON pgqueuer_schedules TO thinker;
GRANT USAGE ON SEQUENCE pgqueuer_log_id_seq, pgqueuer_statistics_id_seq TO thinker;
