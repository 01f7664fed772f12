import { scratch, snapshotFile } from './pod.ts';

/** Folder of the dumps, one file for each tenant's database. */
export const dumps = `${scratch.path}/dumps`;

/**
 * Makes one file of the dumps: here, since not every database's image has tar. A server without any tenant is no
 * backup: after a loss, empty ones would push the good ones out of the store.
 */
export const packScript = `\
if [ -z "$(ls ${dumps})" ]; then
  newest=$(rclone cat backup:latest)
  if [ -z "$newest" ]; then
    echo 'no tenant uses this datastore yet: there is nothing to back up'
    exit 0
  fi
  echo "the server holds no tenant, but the backup $newest does: this does not count; if the last tenant was removed on purpose, delete the file latest from the store" >&2
  exit 1
fi
(cd ${dumps} && tar -czf ${snapshotFile} *)
tar -tzf ${snapshotFile}
`;

/** Takes the dump of the tenant SCHEMA out of what was fetched. */
export const unpackScript = (prefix: string): string => `\
case $SCHEMA in
  *[!a-z0-9_]*) echo "SCHEMA is no name of a database: $SCHEMA" >&2; exit 1 ;;
  ${prefix}_?*) ;;
  *) echo "SCHEMA names the tenant's database, ${prefix}_ and more; it is: $SCHEMA" >&2; exit 1 ;;
esac
tar -tzf ${snapshotFile} > ${scratch.path}/list
mkdir ${dumps}
if ! file=$(grep -E "^$SCHEMA[.](dump|sql)\\$" ${scratch.path}/list); then
  echo "$name does not hold $SCHEMA, but $(tr '\\n' ' ' < ${scratch.path}/list)" >&2
  exit 1
fi
tar -C ${dumps} -xzf ${snapshotFile} "$file"
`;
