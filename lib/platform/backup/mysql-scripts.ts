import { dumps } from './archive-scripts.ts';
import { revisionStep } from './kine.ts';
import { scratch } from './pod.ts';

const options = `${scratch.path}/client.cnf`;

/**
 * Works with the programs of MySQL and of MariaDB: each refuses the other's word for "verify the server", MariaDB's
 * newer images know only its own names of the programs, and from 11.4 on they verify unless told not to. The password
 * goes into a file, since every process list shows an argument; a backslash and a quote mean something there.
 */
const client = `\
set -eu
umask 077
client=$(command -v mariadb || command -v mysql)
case $("$client" --version) in
  *MariaDB*) verify=ssl-verify-server-cert=1 trust=ssl-verify-server-cert=0 dumping= ;;
  *) verify=ssl-mode=VERIFY_IDENTITY trust=ssl-mode=PREFERRED dumping='set-gtid-purged=OFF
loose-column-statistics=0' ;;
esac
if [ -z "$DATABASE_TLS" ]; then verify=$trust; fi
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\\\"]/\\\\&/g')"; }
printf '[client]\\nprotocol=TCP\\nhost=%s\\nport=%s\\nuser=%s\\npassword=%s\\n%s\\n%s\\n[mysql]\\nconnect-timeout=20\\n[mysqldump]\\n%s\\n' \\
  "$DATABASE_HOST" "$DATABASE_PORT" "$(quoted "$DATABASE_USER")" "$(quoted "$DATABASE_PASSWORD")" "$verify" "$DATABASE_TLS" "$dumping" > ${options}
ask() { "$client" --defaults-file=${options} --batch --skip-column-names --execute="$1" < /dev/null; }
table() { ask "select count(*) from information_schema.tables where table_schema = '$1' and table_name = 'kine'"; }
`;

/** Every tenant's table as SQL, without the name of its database. A complete dump ends with a line of its own. */
export const mysqlDumpScript = (prefix: string): string => `\
${client}dump=$(command -v mariadb-dump || command -v mysqldump)
mkdir ${dumps}
ask "select schema_name from information_schema.schemata where left(schema_name, ${prefix.length + 1}) = '${prefix}_' order by 1" > ${scratch.path}/databases
while read -r database; do
  # Kamaji makes the database, and kine its table when it starts: such a tenant must not keep the others from their backup.
  found=$(table "$database")
  if [ "$found" = 0 ]; then
    echo "$database has no table kine yet: left out"
    continue
  fi
  file="${dumps}/$database.sql"
  "$dump" --defaults-file=${options} --single-transaction --no-tablespaces --hex-blob --result-file="$file" "$database" < /dev/null
  grep -q '^CREATE TABLE .kine.' "$file" || { echo "$database: the dump lacks the table kine" >&2; exit 1; }
  tail -n 1 "$file" | grep -q '^-- Dump completed' || { echo "$database: the dump is not complete" >&2; exit 1; }
  echo "dumped $database: $(wc -c < "$file" | tr -d ' ') bytes"
done < ${scratch.path}/databases
`;

/**
 * The dump is loaded beside the live table, which a rename then replaces in one step: a statement of MySQL that defines
 * something ends every transaction. The tenant's grants are on the database and stay; on a new server they are Kamaji's.
 */
export const mysqlRestoreScript = `\
${client}
file="${dumps}/$SCHEMA.sql"
tail -n 1 "$file" | grep -q '^-- Dump completed'
beside=restoring_$SCHEMA
revision() { if [ "$(table "$SCHEMA")" = 0 ]; then echo 0; else ask "select coalesce(max(id), 0) from $SCHEMA.kine"; fi; }
busy() { echo "$1 $SCHEMA; stop the control plane first" >&2; exit 1; }
ask "create database if not exists $SCHEMA"
live=$(revision)
echo 'waiting 25 s to see that nobody writes'
sleep 25
who=$(ask "select distinct concat(user, ' from ', host) from information_schema.processlist where db = '$SCHEMA'")
if [ -n "$who" ]; then busy "$who is connected to"; fi
if [ "$(revision)" != "$live" ]; then busy 'somebody wrote into'; fi
ask "drop database if exists $beside; create database $beside"
"$client" --defaults-file=${options} --database="$beside" < "$file"
ask "use $beside;
  set @revision = (select greatest(max(id), $live) + ${revisionStep} from kine);
  insert into kine (id, name, created, deleted, create_revision, prev_revision, lease) values (@revision, concat('gap-', @revision), 0, 1, 0, 0, 0);
  update kine set prev_revision = @revision where name = 'compact_rev_key'"
if [ "$(revision)" != "$live" ]; then busy 'somebody wrote into'; fi
swap="$beside.kine to $SCHEMA.kine"
found=$(table "$SCHEMA")
if [ "$found" != 0 ]; then swap="$SCHEMA.kine to $beside.before_restore, $swap"; fi
ask "rename table $swap; drop database $beside"
echo "restored $SCHEMA: $(ask "select concat(count(*) - 1, ' rows; revisions go on after ', max(id)) from $SCHEMA.kine")"
`;
