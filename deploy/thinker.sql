-- The only rights of a thinker on another machine. It can't read any table of a match.
-- Run this as the bot's user after the bot's first start on that database: docs/hosting/scaling.md says how.
GRANT SELECT, UPDATE, DELETE ON thoughts TO thinker;
