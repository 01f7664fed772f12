import { dumps } from './archive-scripts.ts';
import { revisionStep } from './kine.ts';
import { scratch } from './pod.ts';

const client = `\
set -eu
umask 077
ask() { psql --no-psqlrc --no-password --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$1" --command="$2" < /dev/null; }
`;

/**
 * Every tenant's database in PostgreSQL's own format. Roles are not in it: Kamaji makes each tenant's role, password
 * and grants whenever it finds them missing (internal/resources/datastore/datastore_setup.go). Tenants' databases start
 * with the datastore's prefix.
 */
export const postgresDumpScript = (prefix: string): string => `\
${client}mkdir ${dumps}
ask postgres "select datname from pg_database where left(datname, ${prefix.length + 1}) = '${prefix}_' order by 1" > ${scratch.path}/databases
while read -r database; do
  # Kamaji makes the database, and kine its table when it starts: such a tenant must not keep the others from their backup.
  table=$(ask "$database" "select to_regclass('public.kine')")
  if [ -z "$table" ]; then
    echo "$database has no table kine yet: left out"
    continue
  fi
  file="${dumps}/$database.dump"
  pg_dump --no-password --format=custom --file="$file" "$database"
  pg_restore --list "$file" > ${scratch.path}/list
  grep -q 'TABLE DATA public kine' ${scratch.path}/list || { echo "$database: the dump lacks the table kine" >&2; exit 1; }
  # The list stands at the start: only who reads all of it knows that it is whole.
  pg_restore --file=/dev/null "$file"
  echo "dumped $database: $(wc -c < "$file" | tr -d ' ') bytes"
done < ${scratch.path}/databases
`;

/**
 * One transaction: the table and its indexes go, those of the dump come. Role and database are made if the server is a
 * new one; their password and grants are Kamaji's.
 */
export const postgresRestoreScript = `\
${client}
role=$(ask postgres "select 1 from pg_roles where rolname = '$SCHEMA'")
if [ -z "$role" ]; then ask postgres "create role $SCHEMA login"; fi
database=$(ask postgres "select 1 from pg_database where datname = '$SCHEMA'")
if [ -z "$database" ]; then ask postgres "create database $SCHEMA owner $SCHEMA"; fi
# Kamaji itself looks into the database now and then, for a moment.
others="from pg_stat_activity where datname = '$SCHEMA' and backend_type = 'client backend' and pid <> pg_backend_pid()"
tries=0
while true; do
  who=$(ask postgres "select distinct usename || ' from ' || coalesce(host(client_addr), 'the server itself') $others")
  if [ -z "$who" ]; then break; fi
  tries=$((tries + 1))
  if [ $tries -gt 20 ]; then
    echo "somebody is connected to $SCHEMA: $who; stop the control plane first" >&2
    exit 1
  fi
  sleep 1
done
live=0
table=$(ask "$SCHEMA" "select to_regclass('public.kine')")
if [ -n "$table" ]; then live=$(ask "$SCHEMA" 'select coalesce(max(id), 0) from public.kine'); fi
pg_restore --clean --if-exists --file=${scratch.path}/whole.sql "${dumps}/$SCHEMA.dump"
# PostgreSQL 17 says so to servers, too, that do not know it.
sed '/^SET transaction_timeout = 0;$/d' ${scratch.path}/whole.sql > ${scratch.path}/restore.sql
printf '%s\\n' \\
  "select greatest(max(id), $live) + ${revisionStep} as revision from public.kine \\\\gset" \\
  "insert into public.kine (id, name, created, deleted, create_revision, prev_revision, lease) values (:revision, 'gap-' || :revision, 0, 1, 0, 0, 0);" \\
  "update public.kine set prev_revision = :revision where name = 'compact_rev_key';" \\
  "select setval('public.kine_id_seq', :revision);" > ${scratch.path}/revision.sql
psql --no-psqlrc --no-password --quiet --set=ON_ERROR_STOP=1 --single-transaction --output=/dev/null \\
  --dbname="$SCHEMA" --file=${scratch.path}/restore.sql --file=${scratch.path}/revision.sql
echo "restored $SCHEMA: $(ask "$SCHEMA" "select count(*) - 1 || ' rows; revisions go on after ' || max(id) from public.kine")"
`;
