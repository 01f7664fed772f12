import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseArguments, USAGE } from '../../lib/autoscaler/arguments.ts';
import { runAutoscaler } from '../../lib/autoscaler/main.ts';
import type { JobIo } from '../../lib/autoscaler/main.ts';
import { fakeClock } from './harness.ts';
import { serve } from './http-stand-in.ts';
import type { Fault, HttpStandIn } from './http-stand-in.ts';
import { clusterObject, controlPlaneObject, settings } from './sample.ts';
import { createStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

let api: StandIn;
let server: HttpStandIn;
let fault: Fault | undefined;
let onRequest: () => void;

beforeEach(async () => {
  fault = undefined;
  onRequest = () => undefined;
  api = createStandIn();
  api.put('clusters', clusterObject());
  api.put('tenantcontrolplanes', controlPlaneObject());
  server = await serve(api, () => {
    onRequest();
    return fault;
  });
});
afterEach(() => server.close());

/** Runs the job with `argv`; lines of both outputs are kept. */
function start(argv: readonly string[], given: Partial<JobIo> = {}) {
  const stop = new AbortController();
  const lines: string[] = [];
  const errors: string[] = [];
  const io: JobIo = {
    env: {},
    out: (line) => lines.push(line),
    err: (line) => errors.push(line),
    readFile: (path) => Promise.reject(new Error(`no such file: ${path}`)),
    stop: stop.signal,
    settings,
    clock: fakeClock(),
    ...given,
  };
  const log = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code: runAutoscaler(argv, io), log, errors, stop };
}

describe('one run', () => {
  test('ends with 0 when all is as wanted, and every line is JSON with a time', async () => {
    const { code, log } = start(['--once', '--server', server.url]);
    expect(await code).toBe(0);
    expect(api.all('deployments')).toHaveLength(1);
    expect(log()).toHaveLength(5);
    expect(log()[0]).toEqual({
      time: '2026-11-30T00:00:00.000Z',
      level: 'info',
      message: 'created',
      namespace: 'tenant-acme',
      cluster: 'acme',
      kind: 'ServiceAccount',
    });
  });

  test('ends with 0 when a tenant is held back on purpose', async () => {
    api.put('clusters', clusterObject({ paused: true }));
    const { code, log } = start(['--once', '--server', server.url]);
    expect(await code).toBe(0);
    expect(log().at(-1)).toMatchObject({ message: 'run finished', held: 1, level: 'info' });
  });

  test.each<[string, () => void]>([
    ['a write fails', () => (fault = { status: 403 })],
    [
      'a person has to act',
      () => api.put('clusters', clusterObject({ annotations: { 'autoscaler.kaas.lab/expander': 'x' } })),
    ],
  ])('ends with 1 when %s', async (_, break_) => {
    break_();
    const { code, log } = start(['--once', '--server', server.url]);
    expect(await code).toBe(1);
    expect(log().at(-1)).toMatchObject({ message: 'run finished', level: 'warn' });
  });

  test('sends no token through kubectl proxy, and the ServiceAccount token in a cluster', async () => {
    await start(['--once', '--server', server.url]).code;
    expect(server.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
    const port = new URL(server.url).port;
    const asked: string[] = [];
    const inCluster = start(['--once', '--deadline', '1s'], {
      env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: port },
      readFile: (path) => {
        asked.push(path);
        return Promise.resolve('secret\n');
      },
    });
    expect(await inCluster.code).toBe(1); // the stand-in speaks no TLS
    expect(new Set(asked)).toEqual(new Set(['/var/run/secrets/kubernetes.io/serviceaccount/token']));
    expect(JSON.stringify(inCluster.log())).not.toContain('secret');
  });

  test('takes settings and token from files', async () => {
    const { code } = start(
      ['--once', '--server', server.url, '--settings', '/s.json', '--token-file', '/t'],
      {
        readFile: (path) =>
          Promise.resolve(path === '/t' ? 'abc\n' : JSON.stringify({ images: { '1.35': 'mine' } })),
      },
    );
    expect(await code).toBe(0);
    expect(JSON.stringify(api.all('deployments'))).toContain('"image":"mine"');
    expect(server.seen.every(({ authorization }) => authorization === 'Bearer abc')).toBe(true);
  });

  test('told to stop, finishes what is begun, begins nothing new, and says so', async () => {
    for (let index = 0; index < 40; index += 1) {
      api.put('clusters', clusterObject({ name: `t${index}` }));
      api.put('tenantcontrolplanes', controlPlaneObject({ name: `t${index}` }));
    }
    const job = start(['--once', '--server', server.url]);
    onRequest = () => {
      if (server.seen.at(-1)?.method === 'PATCH') job.stop.abort();
    };
    expect(await job.code).toBe(1);
    const writes = server.seen.filter(({ method }) => method === 'PATCH').length;
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThanOrEqual(8);
    expect(job.log().find(({ message }) => message === 'stopped early; the next run goes on')).toMatchObject({
      namespacesLeft: 33,
    });
  });

  test('out of time, begins nothing new; the next run goes on', async () => {
    for (let index = 0; index < 40; index += 1) {
      api.put('clusters', clusterObject({ name: `t${index}` }));
      api.put('tenantcontrolplanes', controlPlaneObject({ name: `t${index}` }));
    }
    const clock = fakeClock();
    onRequest = () => {
      if (server.seen.at(-1)?.method === 'PATCH') void clock.sleep(1000);
    };
    const first = start(['--once', '--server', server.url, '--deadline', '45s'], { clock });
    expect(await first.code).toBe(1);
    expect(api.all('deployments').length).toBeLessThan(41);
    for (let runs = 0; runs < 6; runs += 1)
      await start(['--once', '--server', server.url, '--deadline', '45s'], { clock }).code;
    expect(api.all('deployments')).toHaveLength(41);
  });
});

describe('interval mode', () => {
  test('runs again and again, through faults, until told to stop, and then ends with 0', async () => {
    const clock = fakeClock();
    const started: number[] = [];
    const job = start(['--interval', '30s', '--server', server.url], { clock });
    let lists = 0;
    onRequest = () => {
      if (!server.seen.at(-1)?.path.includes('/serviceaccounts?')) return;
      lists += 1;
      started.push(clock.now());
      fault = lists === 2 ? { status: 403 } : undefined;
      if (lists === 4) job.stop.abort();
    };
    expect(await job.code).toBe(0);
    expect(started.map((time) => (time - (started[0] ?? 0)) / 1000)).toEqual([0, 30, 60, 90]);
    expect(job.log().filter(({ message }) => message === 'run finished')).toHaveLength(4);
    expect(job.log().at(-1)).toMatchObject({ message: 'stopped' });
  });

  test('is alive while runs end, whatever their outcome, and not when none has for long', async () => {
    const clock = fakeClock();
    const port = await freePort();
    const held: (() => void)[] = [];
    const job = start(
      ['--interval', '10s', '--deadline', '5s', '--health-port', String(port), '--server', server.url],
      {
        clock: { ...clock, sleep: () => new Promise((resolve) => held.push(resolve)) },
      },
    );
    fault = { status: 403 };
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await ask(port, '/healthz')).toEqual([200, 'the last run ended 0 s ago\n']);
    await clock.sleep(40_000);
    expect((await ask(port, '/healthz'))[0]).toBe(200);
    await clock.sleep(1_000);
    expect(await ask(port, '/healthz')).toEqual([503, 'the last run ended 41 s ago\n']);
    expect((await ask(port, '/'))[0]).toBe(404);
    job.stop.abort();
    held[0]?.();
    expect(await job.code).toBe(0);
    await expect(ask(port, '/healthz')).rejects.toThrow();
  });
});

describe('wrong use ends with 2 and says what is right', () => {
  test.each([
    [[], 'give either --once or --interval DURATION'],
    [['--once', '--interval', '30s'], 'give either --once or --interval DURATION'],
    [['--interval', 'often'], '--interval must be a duration such as 30s or 2m, not "often"'],
    [['--interval', '0s'], '--interval must be a duration such as 30s or 2m, not "0s"'],
    [['--once', '--deadline', '1'], '--deadline must be a duration such as 30s or 2m, not "1"'],
    [
      ['--once', '--server', 'localhost:8001'],
      '--server must be a URL such as http://127.0.0.1:8001, not "localhost:8001"',
    ],
    [['--once', '--health-port', '0'], '--health-port must be a port from 1 to 65535, not "0"'],
    [['--once', '--dry-run'], "Unknown option '--dry-run'"],
    [['--once', 'now'], "Unexpected argument 'now'"],
  ])('%j', async (argv, problem) => {
    const { code, errors, log } = start(argv);
    expect(await code).toBe(2);
    expect(errors.join()).toContain(`kaas autoscaler: ${problem}`);
    expect(errors.join()).toContain(USAGE);
    expect(log()).toEqual([]);
  });

  test.each([
    ['unreadable', () => Promise.reject(new Error('ENOENT')), '/s.json cannot be read: ENOENT'],
    ['not JSON', () => Promise.resolve('{'), '/s.json is not JSON: '],
    ['not settings', () => Promise.resolve('{"image": {}}'), '/s.json has the unknown key image'],
  ])('settings that are %s', async (_, readFile, problem) => {
    const { code, errors } = start(['--once', '--server', server.url, '--settings', '/s.json'], { readFile });
    expect(await code).toBe(2);
    expect(errors.join()).toContain(problem);
    expect(server.seen).toEqual([]);
  });

  test('outside a cluster without --server', async () => {
    const { code, errors } = start(['--once']);
    expect(await code).toBe(2);
    expect(errors).toEqual([
      'kaas autoscaler: not in a cluster: start "kubectl proxy" and give --server http://127.0.0.1:8001',
    ]);
  });
});

test('defaults leave a run 45 s and a request 10 s', () => {
  expect(parseArguments(['--once'])).toMatchObject({
    arguments: { deadline: 45_000, requestTimeout: 10_000 },
  });
});

async function freePort(): Promise<number> {
  const probe = await serve(createStandIn());
  await probe.close();
  return Number(new URL(probe.url).port);
}

function ask(port: number, path: string): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve([response.statusCode, text]));
    }).on('error', reject);
  });
}
