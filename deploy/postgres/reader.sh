#!/bin/sh
# Runs once, when the database is made: a role for the service that may connect and read, and
# nothing else. docs/postgresql.md explains each line.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=reader_password="$(cat "$READER_PASSWORD_FILE")" <<'SQL'
CREATE ROLE foods_reader LOGIN PASSWORD :'reader_password';
REVOKE ALL ON DATABASE foods FROM PUBLIC;
GRANT CONNECT ON DATABASE foods TO foods_reader;
GRANT USAGE ON SCHEMA public TO foods_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO foods_reader;
SQL
