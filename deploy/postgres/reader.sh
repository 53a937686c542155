#!/bin/sh
# Runs once, when the database is created. Creates the service's role, which may only connect and read:
# see "A read-only role" in docs/data.md.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=reader_password="$(cat "$READER_PASSWORD_FILE")" <<'SQL'
CREATE ROLE foods_reader LOGIN PASSWORD :'reader_password';
REVOKE ALL ON DATABASE foods FROM PUBLIC;
GRANT CONNECT ON DATABASE foods TO foods_reader;
GRANT USAGE ON SCHEMA public TO foods_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO foods_reader;
SQL
