import { scratch, snapshotFile } from './pod.ts';

/**
 * Every tenant's database in PostgreSQL's own format, each readable by pg_restore, and the roles without their
 * passwords, which Kamaji sets anew. Tenants' databases start with the datastore's prefix.
 */
export const postgresScript = (prefix: string): string => `\
set -eu
umask 077
mkdir ${scratch.path}/dump
psql --no-psqlrc --tuples-only --no-align --dbname=postgres \\
  --command="select datname from pg_database where datname like '${prefix}\\\\_%' order by 1" > ${scratch.path}/databases
while read -r database; do
  pg_dump --format=custom --file="${scratch.path}/dump/$database.dump" "$database"
  pg_restore --list "${scratch.path}/dump/$database.dump" > ${scratch.path}/list
  grep -q 'TABLE DATA public kine' ${scratch.path}/list || { echo "$database: the dump lacks the table kine" >&2; exit 1; }
  echo "dumped $database"
done < ${scratch.path}/databases
pg_dumpall --globals-only --no-role-passwords > ${scratch.path}/dump/roles.sql
grep -q 'PostgreSQL database cluster dump complete' ${scratch.path}/dump/roles.sql
tar -C ${scratch.path}/dump -cf ${snapshotFile} .
tar -tf ${snapshotFile} > ${scratch.path}/list
`;

/** The same for MySQL: mysqldump ends a complete dump with a line of its own. */
export const mysqlScript = (prefix: string): string => `\
set -eu
umask 077
mkdir ${scratch.path}/dump
mysql --defaults-extra-file=${scratch.path}/client.cnf --batch --skip-column-names \\
  --execute="select schema_name from information_schema.schemata where schema_name like '${prefix}\\\\_%' order by 1" > ${scratch.path}/databases
while read -r database; do
  mysqldump --defaults-extra-file=${scratch.path}/client.cnf --single-transaction --no-tablespaces \\
    --result-file="${scratch.path}/dump/$database.sql" --databases "$database"
  tail -n 1 "${scratch.path}/dump/$database.sql" | grep -q '^-- Dump completed' || { echo "$database: the dump is not complete" >&2; exit 1; }
  echo "dumped $database"
done < ${scratch.path}/databases
tar -C ${scratch.path}/dump -cf ${snapshotFile} .
tar -tf ${snapshotFile} > ${scratch.path}/list
`;

/** The password goes into a file, since every process list shows an argument. */
export const mysqlClientFile = `\
set -eu
umask 077
printf '[client]\\nhost=%s\\nport=%s\\nuser=%s\\npassword="%s"\\n%s\\n' \\
  "$DATABASE_HOST" "$DATABASE_PORT" "$DATABASE_USER" "$DATABASE_PASSWORD" "$DATABASE_TLS" > ${scratch.path}/client.cnf
`;
