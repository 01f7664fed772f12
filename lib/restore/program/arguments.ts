import { parseArgs } from 'node:util';

/** What the program is told; the platform's jobs write it, people seldom. */
export interface Arguments {
  readonly command: 'keyspace' | 'drill';
  /** The throw-away etcd that holds the snapshot. */
  readonly snapshot: string;
  readonly live: string;
  readonly caFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** keyspace: the tenant's dataStoreSchema. */
  readonly schema: string | undefined;
  readonly quietSeconds: number;
  /** drill: smallest share of the live keys, 0 to 1. */
  readonly share: number;
}

export const usage = `usage: restore keyspace --schema SCHEMA --snapshot URL --live URL --cacert FILE --cert FILE --key FILE [--quiet SECONDS]
       restore drill --snapshot URL --live URL --cacert FILE --cert FILE --key FILE [--share PERCENT]`;

const options = {
  schema: { type: 'string' },
  snapshot: { type: 'string' },
  live: { type: 'string' },
  cacert: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  quiet: { type: 'string', default: '25' },
  share: { type: 'string', default: '50' },
} as const;

/** The arguments, or what is wrong with them. */
export function parseArguments(argv: readonly string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [command, ...rest] = positionals;
    const { schema, snapshot, live, cacert, cert, key } = values;
    if (command !== 'keyspace' && command !== 'drill') return 'give one command: keyspace or drill';
    if (rest.length > 0) return `unknown argument ${rest.join(' ')}`;
    if (snapshot === undefined || live === undefined) return 'give --snapshot and --live';
    if (cacert === undefined || cert === undefined || key === undefined)
      return 'give --cacert, --cert and --key';
    if (command === 'keyspace' && !/^[a-z0-9_]+$/.test(schema ?? '')) return schemaProblem(schema);
    const quietSeconds = wholeNumber(values.quiet, 3600);
    const percent = wholeNumber(values.share, 100);
    if (quietSeconds === undefined) return '--quiet must be a whole number of seconds up to 3600';
    if (percent === undefined) return '--share must be a whole number from 0 to 100';
    const files = { caFile: cacert, certificateFile: cert, keyFile: key };
    return { command, snapshot, live, ...files, schema, quietSeconds, share: percent / 100 };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const schemaProblem = (schema: string | undefined): string =>
  schema === undefined || schema === ''
    ? 'name the keyspace: --schema, or the environment variable SCHEMA of the job'
    : `--schema ${schema} is none: lower-case letters, digits and underscores only`;

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
