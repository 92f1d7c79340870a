-- Creates the users and the database of compose.postgresql.yaml at the first start of its server.
-- The passwords come from the environment, so that no process list shows them.
\getenv reefs REEFS_PASSWORD
\getenv thinker REEFS_THINKER_PASSWORD
\set ON_ERROR_STOP on
SET password_encryption = 'scram-sha-256';
-- Keep them out of every log, including that of slow statements.
SET log_statement = 'none';
SET log_min_duration_statement = -1;
SET log_min_error_statement = 'panic';
CREATE ROLE reefs LOGIN PASSWORD :'reefs';
CREATE ROLE thinker LOGIN PASSWORD :'thinker';
CREATE DATABASE reefs OWNER reefs TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE reefs FROM PUBLIC;
GRANT CONNECT ON DATABASE reefs TO thinker;
