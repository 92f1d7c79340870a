-- What a thinker on another machine needs, and no more: it reads no table of a match.
-- Run it as the bot's user, once the bot has been started on that database: docs/hosting/scaling.md says how.
GRANT SELECT, UPDATE, DELETE ON thoughts TO thinker;
