/** The job behind `kaas autoscaler`, in a cluster or on a laptop. */
import { parseArguments, USAGE } from './arguments.ts';
import type { JobArguments } from './arguments.ts';
import { createClient } from './client.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { startHealth } from './health.ts';
import { textAt } from './json.ts';
import { jsonLog } from './log.ts';
import type { Log } from './log.ts';
import { runOnce, workRemains } from './run.ts';
import { parseSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { httpTransport } from './transport.ts';
import type { Transport } from './transport.ts';

const ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** What the job needs from the process it runs in. */
export interface JobIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes one line, given without its end. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly readFile: (path: string) => Promise<string>;
  /** Aborted when the job must stop, as on SIGTERM: what is begun is finished, nothing new is begun. */
  readonly stop: AbortSignal;
  /** Settings if no --settings is given; the CLI takes them from the site. */
  readonly settings?: Settings;
  /** Default: the real one. */
  readonly clock?: Clock;
}

interface Job {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly options: JobArguments;
}

/** Runs the job and returns its exit code: 0 all as wanted, 1 work remains, 2 wrong use. */
export async function runAutoscaler(argv: readonly string[], io: JobIo): Promise<number> {
  const parsed = parseArguments(argv);
  if (!parsed.ok) return wrongUse(io, `${parsed.problem}\n${USAGE}`);
  const options = parsed.arguments;
  const settings = await findSettings(options, io);
  if (typeof settings === 'string') return wrongUse(io, settings);
  const server = options.server ?? inClusterServer(io.env);
  if (server === undefined)
    return wrongUse(io, 'not in a cluster: start "kubectl proxy" and give --server http://127.0.0.1:8001');
  const tokenFile = options.tokenFile ?? (options.server === undefined ? ACCOUNT_TOKEN : undefined);
  const token = tokenFile === undefined ? undefined : () => io.readFile(tokenFile);
  const clock = io.clock ?? systemClock(io.stop);
  const transport = httpTransport({ server, token, timeout: options.requestTimeout });
  const log = jsonLog(io.out, clock.now);
  const job = { settings, transport, clock, log, stop: io.stop, options };
  return options.interval === undefined ? once(job) : forever(job, options.interval);
}

async function once(job: Job): Promise<number> {
  const deadline = job.clock.now() + job.options.deadline;
  const { clock, stop } = job;
  const client = createClient({ transport: job.transport, clock, deadline, stop });
  const over = () => stop.aborted || clock.now() >= deadline;
  const summary = await runOnce({ client, settings: job.settings, log: job.log, now: clock.now, over });
  return workRemains(summary) ? 1 : 0;
}

/** Ends only when told to stop; the exit code is then 0, since the next pod goes on. */
async function forever(job: Job, interval: number): Promise<number> {
  const { clock, stop, options } = job;
  const patience = 3 * interval + 2 * options.deadline;
  const health =
    options.healthPort === undefined ? undefined : await startHealth(options.healthPort, patience, clock.now);
  while (!stop.aborted) {
    const next = clock.now() + interval;
    await once(job);
    health?.beat();
    await clock.sleep(Math.max(0, next - clock.now()));
  }
  health?.server.close();
  job.log('info', 'stopped');
  return 0;
}

async function findSettings(options: JobArguments, io: JobIo): Promise<Settings | string> {
  const file = options.settingsFile;
  if (file === undefined) return io.settings ?? 'give --settings FILE';
  try {
    const result = parseSettings(await io.readFile(file));
    return result.ok ? result.settings : `${file} ${result.problem}`;
  } catch (error) {
    return `${file} cannot be read: ${textAt(error, 'message') ?? 'no reason given'}`;
  }
}

/** The API server's address as every pod has it, IPv6 in brackets. */
function inClusterServer(env: JobIo['env']): string | undefined {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  if (host === undefined || port === undefined) return undefined;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function wrongUse(io: JobIo, text: string): number {
  io.err(`kaas autoscaler: ${text}`);
  return 2;
}
