#!/bin/sh
# Makes the passwords of compose.yaml, once. Only you can enter their folder; within a container, any
# account can read those that it is given.
set -eu
cd "$(dirname "$0")/.."
umask 022
mkdir -m 700 secrets
for role in owner reader; do
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s' "$password" > "secrets/$role.password"
  # As PGPASSFILE wants it: host, port, database, role, password.
  printf 'database:5432:foods:foods_%s:%s\n' "$role" "$password" > "secrets/$role.pgpass"
done
