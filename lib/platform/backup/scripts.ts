import { certificates } from './etcd-access.ts';
import { snapshotFile } from './pod.ts';

/** rclone takes the password of `backup:` only in its own disguise; it is read from stdin, never from an argument. */
const unlock = `\
set -eu
if [ "$RCLONE_CONFIG_BACKUP_TYPE" = crypt ]; then
  RCLONE_CONFIG_BACKUP_PASSWORD=$(printf '%s\\n' "$BACKUP_PASSWORD" | rclone obscure -)
  export RCLONE_CONFIG_BACKUP_PASSWORD
fi
`;

/**
 * Ships what the earlier containers made and checked. The file arrives under incoming/, is read back whole and compared
 * by SHA-256, and only then moved to snapshots/ and named in \`latest\`: what lies there was complete at least once.
 * Old backups go last, so that a run that fails deletes nothing. `pack` makes the file where no earlier container did.
 */
export const shipScript = (pack = ''): string => `\
${unlock}
name=$(date -u +%Y%m%dT%H%M%SZ).db
# A store that refuses us says so clearly only of a plain write: before any other, rclone asks whether the folder is a
# file, takes a refusal for a yes, and speaks of that.
if ! echo "$name" | RCLONE_S3_NO_HEAD_OBJECT=true rclone rcat backup:incoming/probe; then
  echo 'the store cannot be written to: see the line above' >&2
  exit 1
fi
rclone deletefile backup:incoming/probe
${pack}sum=$(sha256sum < ${snapshotFile})
size=$(wc -c < ${snapshotFile} | tr -d ' ')
rclone copyto ${snapshotFile} "backup:incoming/$name"
back=$(rclone cat "backup:incoming/$name" | sha256sum)
if [ "$back" != "$sum" ]; then
  echo "the uploaded $name is not what was sent: it stays under incoming/ and does not count" >&2
  exit 1
fi
printf '%s\\n' "$sum" | rclone rcat "backup:snapshots/$name.sha256"
rclone moveto "backup:incoming/$name" "backup:snapshots/$name"
moved=$(rclone lsf --format s "backup:snapshots/$name")
if [ "$moved" != "$size" ]; then
  echo "the moved $name has $moved bytes instead of $size: it does not count" >&2
  exit 1
fi
printf '%s\\n' "$name" | rclone rcat backup:latest
echo "$name: $size bytes, sha256 $(echo "$sum" | cut -d " " -f 1)"
rclone delete --min-age "$KEEP_DAYS"d backup:snapshots
rclone delete --min-age 1d backup:incoming
`;

/** Fetches the backup named SNAPSHOT, or the newest good one, and refuses it if it is not what was once shipped. */
export const fetchScript = `\
${unlock}
name=$SNAPSHOT
if [ -z "$name" ]; then name=$(rclone cat backup:latest); fi
case $name in
  '') echo 'there is no good backup yet' >&2; exit 1 ;;
  */*) echo "SNAPSHOT is the name of a file, not a path: $name" >&2; exit 1 ;;
esac
rclone copyto "backup:snapshots/$name" ${snapshotFile}
sum=$(rclone cat "backup:snapshots/$name.sha256")
got=$(sha256sum < ${snapshotFile})
if [ -z "$sum" ] || [ "$got" != "$sum" ]; then
  echo "$name is damaged: its SHA-256 is not the one it was shipped with" >&2
  exit 1
fi
echo "fetched $name"
`;

/** To an expired certificate etcd says nothing: its client reports a broken pipe, after half a minute. */
export const certificateScript = `\
const { X509Certificate } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { validTo, subject } = new X509Certificate(readFileSync('${certificates.certificate}'));
if (Date.parse(validTo) < Date.now()) {
  console.error('the client certificate of ' + subject + ' has expired on ' + validTo + ': cert-manager should have renewed it');
  process.exit(1);
}
console.log('the client certificate is valid until ' + validTo);
`;
