import { afterEach, describe, expect, test } from '@jest/globals';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import { httpTransport } from '../../lib/autoscaler/transport.ts';
import type { ApiRequest } from '../../lib/autoscaler/transport.ts';
import { direct, run } from './harness.ts';
import { serve } from './http-stand-in.ts';
import type { Fault, HttpStandIn } from './http-stand-in.ts';
import { clusterObject, controlPlaneObject } from './sample.ts';
import { createStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

let server: HttpStandIn | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** a runs, b is new, c has lost its Cluster. */
async function site(): Promise<StandIn> {
  const api = createStandIn();
  for (const name of ['a', 'c']) {
    api.put('clusters', clusterObject({ name }));
    api.put('tenantcontrolplanes', controlPlaneObject({ name }));
  }
  await run(direct(api));
  api.drop('clusters', 'tenant-c', 'c');
  api.put('clusters', clusterObject({ name: 'b' }));
  api.put('tenantcontrolplanes', controlPlaneObject({ name: 'b' }));
  return api;
}

const namespaces = (api: StandIn) =>
  KINDS.map(({ plural }) =>
    api
      .all(plural)
      .map(({ metadata }) => metadata.namespace)
      .sort()
      .join(),
  );
const everywhere = (names: string) => KINDS.map(() => names);

/**
 * One run in which the requests that `matches` picks go over HTTP to a server on which `fault` happens to each;
 * the others are answered in memory, so that no timeout of theirs is ever near.
 */
async function runAgainst(api: StandIn, fault: Fault, matches: (request: ApiRequest) => boolean) {
  await server?.close();
  server = await serve(api, () => fault);
  const timeout = typeof fault === 'string' && fault.startsWith('stall') ? 40 : 10_000;
  const http = httpTransport({ server: server.url, token: undefined, timeout });
  return run((request) => (matches(request) ? http(request) : direct(api)(request)));
}

const transient: readonly (readonly [string, Fault])[] = [
  ['401', { status: 401 }],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
  ['429 with nonsense in Retry-After', { status: 429, headers: { 'retry-after': 'soon' } }],
  ['500', { status: 500 }],
  ['500 with a page of HTML', { status: 500, text: '<html>oops</html>' }],
  ['502', { status: 502, text: '' }],
  ['503', { status: 503 }],
  ['504', { status: 504 }],
  ['reset', 'reset'],
  ['reset in mid-body', 'reset in mid-body'],
  ['half JSON', 'half JSON'],
  ['stall', 'stall'],
  ['stall in mid-body', 'stall in mid-body'],
];

const lasting: readonly (readonly [string, Fault, RegExp])[] = [
  ['401', { status: 401 }, /401 injected 401$/],
  ['403', { status: 403 }, /403 injected 403$/],
  ['404', { status: 404 }, /404 injected 404$/],
  ['410', { status: 410 }, /410 injected 410$/],
  ['422', { status: 422 }, /422 injected 422$/],
  ['429', { status: 429, headers: { 'retry-after': '1' } }, /429 injected 429$/],
  [
    '429 for an hour',
    { status: 429, headers: { 'retry-after': '3600' } },
    /429 injected 429 \(no time left to try again\)$/,
  ],
  ['500', { status: 500, text: 'boom' }, /500 boom$/],
  ['503', { status: 503 }, /503 injected 503$/],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, /no answer: /],
  ['reset', 'reset', /no answer: /],
  ['reset in mid-body', 'reset in mid-body', /no answer: /],
  ['half JSON', 'half JSON', /the answer is not JSON$/],
  ['stall', 'stall', /no answer: .*timeout/],
];

describe('a fault that passes', () => {
  test.each(transient)('%s on the first request of each kind: the run still ends right', async (_, fault) => {
    const api = await site();
    const met = new Set<string>();
    const { summary } = await runAgainst(api, fault, ({ method, path }) => {
      const kind = `${method} ${path.split('?')[0] ?? ''}`;
      return met.size !== met.add(kind).size;
    });
    expect(namespaces(api)).toEqual(everywhere('tenant-a,tenant-b'));
    expect(summary).toMatchObject({ failures: 0, problems: 0 });
    expect((await run(direct(api))).writes).toEqual([]);
  });

  test('the server says when to come again, and the job waits as long', async () => {
    const api = await site();
    const fault: Fault = { status: 429, headers: { 'retry-after': '7' } };
    const first = [true].values();
    const { summary } = await runAgainst(api, fault, () => first.next().value === true);
    expect(summary.milliseconds).toBe(7000);
  });

  test('a token that is replaced meanwhile is read again', async () => {
    const api = await site();
    server = await serve(api, ({ authorization }) =>
      authorization === 'Bearer new' ? undefined : { status: 401 },
    );
    const tokens = ['old\n', 'old', 'old', 'old'].values();
    const token = () => Promise.resolve(tokens.next().value ?? 'new');
    const { summary } = await run(httpTransport({ server: server.url, token, timeout: 400 }));
    expect(summary.failures).toBe(0);
  });
});

describe('a fault that lasts', () => {
  const lists = [...KINDS.map(({ plural }) => `/${plural}?`), '/clusters?', '/tenantcontrolplanes?'];

  test.each(lasting)('%s on any list: nothing is written, and the log says why', async (_, fault, reason) => {
    for (const list of lists) {
      const api = await site();
      const before = namespaces(api);
      const { summary, log, writes } = await runAgainst(api, fault, ({ path }) => path.includes(list));
      expect(writes).toEqual([]);
      expect(namespaces(api)).toEqual(before);
      expect(summary.failures).toBe(1);
      expect(log[0]).toMatchObject({ level: 'error' });
      expect(log[0]?.['reason']).toMatch(reason);
      expect(log[0]?.['reason']).toContain(list.slice(1, -1));
    }
  });

  /** Half of an answer still tells its status: 409 for what was carried out, and a look then settles it. */
  const onWrites = lasting.filter(([name]) => name !== 'half JSON');

  test('half JSON on every write: what was written is recognized', async () => {
    const api = await site();
    const { summary } = await runAgainst(api, 'half JSON', ({ method }) => method !== 'GET');
    expect(summary.failures).toBe(0);
    expect(namespaces(api)).toEqual(everywhere('tenant-a,tenant-b'));
  });

  test.each(onWrites)('%s on every write of one tenant: the others are done', async (_, fault, reason) => {
    const api = await site();
    const { summary, log } = await runAgainst(
      api,
      fault,
      ({ method, path }) => method !== 'GET' && path.includes('/tenant-b/'),
    );
    expect(summary).toMatchObject({ failures: 1, deleted: 4 });
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(log.find(({ level }) => level === 'error')?.['reason']).toMatch(reason);
    // THEN the next healthy run finds only what the fault left
    await run(direct(api));
    expect(namespaces(api)).toEqual(everywhere('tenant-a,tenant-b'));
  });

  test.each(onWrites.filter(([name]) => name !== '404'))(
    '%s on every delete: nothing else is lost',
    async (_, fault) => {
      const api = await site();
      const { summary } = await runAgainst(api, fault, ({ method }) => method === 'DELETE');
      expect(summary.failures).toBeGreaterThanOrEqual(1);
      expect(namespaces(api).every((names) => names.startsWith('tenant-a,tenant-b'))).toBe(true);
    },
  );

  test('409 for ever on an apply is given up after a few looks', async () => {
    const api = await site();
    const { summary } = await runAgainst(api, { status: 409 }, ({ method }) => method === 'PATCH');
    expect(summary).toMatchObject({ failures: 1, created: 0 });
    expect(server?.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(5);
  });
});

describe('an answer that is no list', () => {
  test.each([
    ['{}'],
    ['null'],
    ['[]'],
    ['"ok"'],
    ['{"metadata":{"resourceVersion":"1"}}'],
    ['{"metadata":{"resourceVersion":"1"},"items":null}'],
    ['{"metadata":{},"items":[]}'],
    ['{"items":[]}'],
    ['{"metadata":{"resourceVersion":"1"},"items":[{}]}'],
    ['{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a","namespace":"tenant-a"}}]}'],
    ['{"metadata":{"resourceVersion":"1","continue":"again"},"items":[]}'],
  ])('%s deletes nothing', async (text) => {
    const api = await site();
    const before = namespaces(api);
    const { summary, writes } = await runAgainst(api, { status: 200, text }, ({ path }) =>
      path.includes('/clusters?'),
    );
    expect(writes).toEqual([]);
    expect(namespaces(api)).toEqual(before);
    expect(summary.failures).toBe(1);
  });
});

describe('a list of many pages', () => {
  function many(): StandIn {
    const api = createStandIn(3);
    for (let index = 0; index < 7; index += 1) {
      const name = `t${index}`;
      api.put('clusters', clusterObject({ name }));
      api.put('tenantcontrolplanes', controlPlaneObject({ name }));
    }
    return api;
  }

  test('is read to its end', async () => {
    const api = many();
    const { summary } = await run(direct(api));
    expect(summary).toMatchObject({ clusters: 7, created: 28, pages: 4 + 3 + 3 });
    const again = await run(direct(api));
    expect(again.summary).toMatchObject({ unchanged: 28, pages: 6 * 3, requests: 18 });
    expect(again.writes).toEqual([]);
  });

  test('starts over when its continue token expires, and forgets what it had', async () => {
    const api = many();
    await run(direct(api));
    let expired = false;
    const { summary, writes } = await run((request) => {
      const second = request.path.includes('/clusters?') && request.path.includes('continue=');
      if (second && !expired) {
        expired = true;
        api.expireTokens();
        api.drop('clusters', 'tenant-t3', 't3');
      }
      return direct(api)(request);
    });
    expect(summary).toMatchObject({ clusters: 6, deleted: 4, failures: 0 });
    expect(writes.every((write) => write.includes('/tenant-t3/'))).toBe(true);
  });

  test('is no list at all when the token expires again and again', async () => {
    const api = many();
    await run(direct(api));
    const { summary, writes } = await run((request) => {
      if (request.path.includes('continue=')) api.expireTokens();
      return direct(api)(request);
    });
    expect(summary.failures).toBe(1);
    expect(writes).toEqual([]);
  });
});
