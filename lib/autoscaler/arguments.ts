/** The command line of the job. */
import { parseArgs } from 'node:util';
import { parseDuration } from './duration.ts';
import { textAt } from './json.ts';

export interface JobArguments {
  /** Milliseconds between the starts of two runs; undefined: one run only. */
  readonly interval: number | undefined;
  /** URL of the API server; undefined: in-cluster. */
  readonly server: string | undefined;
  /** File with the bearer token; undefined: in-cluster the ServiceAccount's, with `server` none. */
  readonly tokenFile: string | undefined;
  /** JSON file with the settings; undefined: those that the caller gives. */
  readonly settingsFile: string | undefined;
  /** Milliseconds that one run may take before it stops beginning new work. */
  readonly deadline: number;
  /** Milliseconds for one request, answer included. */
  readonly requestTimeout: number;
  /** Port of the liveness probe in interval mode; undefined: none. */
  readonly healthPort: number | undefined;
}

export type ArgumentsResult =
  { readonly ok: true; readonly arguments: JobArguments } | { readonly ok: false; readonly problem: string };

export const USAGE = [
  'kaas autoscaler (--once | --interval DURATION) [--server URL] [--settings FILE]',
  '  --once                     look, change what differs, exit',
  '  --interval DURATION        do so again and again, such as every 30s',
  '  --server URL               API server, such as http://127.0.0.1:8001 of "kubectl proxy"; default: in-cluster',
  '  --settings FILE            JSON: images per minor, managementNetworks, monitoringNamespace',
  "  --token-file FILE          bearer token; default in-cluster: the ServiceAccount's",
  '  --deadline DURATION        longest time of one run, default 45s',
  '  --request-timeout DURATION longest time of one request, default 10s',
  '  --health-port PORT         with --interval: answers GET /healthz, for the liveness probe',
  'exit code: 0 all is as wanted, 1 work remains (see the log), 2 wrong use',
].join('\n');

const OPTIONS = {
  once: { type: 'boolean' },
  interval: { type: 'string' },
  server: { type: 'string' },
  settings: { type: 'string' },
  'token-file': { type: 'string' },
  deadline: { type: 'string', default: '45s' },
  'request-timeout': { type: 'string', default: '10s' },
  'health-port': { type: 'string' },
} as const;

/** Reads `argv` without the program and the verb. */
export function parseArguments(argv: readonly string[]): ArgumentsResult {
  const parsed = split(argv);
  if (typeof parsed === 'string') return { ok: false, problem: parsed };
  if ((parsed.once === true) === (parsed.interval !== undefined))
    return { ok: false, problem: 'give either --once or --interval DURATION' };
  for (const name of ['interval', 'deadline', 'request-timeout'] as const) {
    const text = parsed[name];
    if (text !== undefined && parseDuration(text) === undefined)
      return { ok: false, problem: `--${name} must be a duration such as 30s or 2m, not "${text}"` };
  }
  const wrong = serverProblem(parsed.server) ?? portProblem(parsed['health-port']);
  if (wrong !== undefined) return { ok: false, problem: wrong };
  return {
    ok: true,
    arguments: {
      interval: parsed.interval === undefined ? undefined : parseDuration(parsed.interval),
      server: parsed.server,
      tokenFile: parsed['token-file'],
      settingsFile: parsed.settings,
      deadline: parseDuration(parsed.deadline) ?? 0,
      requestTimeout: parseDuration(parsed['request-timeout']) ?? 0,
      healthPort: parsed['health-port'] === undefined ? undefined : Number(parsed['health-port']),
    },
  };
}

function split(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return textAt(error, 'message') ?? 'unreadable arguments';
  }
}

function serverProblem(server: string | undefined): string | undefined {
  if (server === undefined || (/^https?:\/\//.test(server) && URL.canParse(server))) return undefined;
  return `--server must be a URL such as http://127.0.0.1:8001, not "${server}"`;
}

function portProblem(port: string | undefined): string | undefined {
  if (port === undefined || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return undefined;
  return `--health-port must be a port from 1 to 65535, not "${port}"`;
}
