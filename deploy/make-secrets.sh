#!/bin/sh
# Creates the passwords for compose.yaml, once. On this machine, only you can open their folder. In a
# container, any account can read the passwords mounted there.
set -eu
cd "$(dirname "$0")/.."
umask 022
mkdir -m 700 secrets
for role in owner reader; do
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s' "$password" > "secrets/$role.password"
  # The format of PGPASSFILE: host, port, database, role, password.
  printf 'database:5432:foods:foods_%s:%s\n' "$role" "$password" > "secrets/$role.pgpass"
done
