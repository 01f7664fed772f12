import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { keyspaceOfSchema } from '../../lib/restore/program/keyspace.ts';
import { type Restore, restoreKeyspace } from '../../lib/restore/program/restore-keyspace.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';

const restore = (snapshot: MemoryStore, live: MemoryStore, more: Partial<Restore> = {}): Restore => ({
  snapshot,
  live,
  schema: 'kaas_a',
  quietSeconds: 25,
  sleep: () => Promise.resolve(),
  tell: () => undefined,
  ...more,
});

describe('restoring a keyspace', () => {
  test('adds, replaces and removes below the prefix, and touches nothing else', async () => {
    const snapshot = memoryStore({
      '/kaas_a/x': '1',
      '/kaas_a/y': '1',
      '/kaas_ab/x': 'old',
      '/other': 'old',
    });
    const live = memoryStore({ '/kaas_a/y': '2', '/kaas_a/z': '2', '/kaas_ab/x': 'new', '/kaas_a0': 'new' });
    const done = await restoreKeyspace(restore(snapshot, live));
    expect(done).toMatchObject({ added: 1, replaced: 1, removed: 1 });
    expect(live.contents()).toEqual({
      '/kaas_a/x': '1',
      '/kaas_a/y': '1',
      '/kaas_ab/x': 'new',
      '/kaas_a0': 'new',
    });
  });

  test('leaves out what carried a lease, and removes what carries one', async () => {
    const snapshot = memoryStore({ '/kaas_a/x': '1' });
    snapshot.put('/kaas_a/events/e', 'old', 7n);
    const live = memoryStore({ '/kaas_a/x': '1' });
    live.put('/kaas_a/masterleases/m', 'now', 8n);
    await restoreKeyspace(restore(snapshot, live));
    expect(live.contents()).toEqual({ '/kaas_a/x': '1' });
  });

  test('does not rewrite what is equal', async () => {
    const live = memoryStore({ '/kaas_a/x': '1' });
    await restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '1' }), live));
    expect(live.transactions).toEqual([]);
  });

  test('any two keyspaces are equal afterwards, in transactions that etcd takes', async () => {
    const keys = fc.dictionary(fc.stringMatching(/^[a-z]{1,2}$/), fc.constantFrom('1', '2', '3'), {
      maxKeys: 300,
    });
    const below = (values: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [`/kaas_a/${key}`, value]));
    await fc.assert(
      fc.asyncProperty(keys, keys, async (wanted, present) => {
        fc.pre(Object.keys(wanted).length > 0);
        const live = memoryStore(below(present));
        await restoreKeyspace(restore(memoryStore(below(wanted)), live));
        expect(live.contents()).toEqual(below(wanted));
        expect(Math.max(0, ...live.transactions)).toBeLessThanOrEqual(128);
      }),
      { numRuns: 60 },
    );
  });

  test('splits transactions by size', async () => {
    const values = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`/kaas_a/${index}`, 'x'.repeat(400_000)]),
    );
    const live = memoryStore();
    await restoreKeyspace(restore(memoryStore(values), live));
    expect(live.transactions).toEqual([2, 2, 2, 2, 2]);
  });
});

describe('a restore refuses', () => {
  test('a snapshot without the tenant, before it changes anything', async () => {
    const live = memoryStore({ '/kaas_a/x': '1' });
    await expect(restoreKeyspace(restore(memoryStore({ '/kaas_b/x': '1' }), live))).rejects.toThrow(
      'the snapshot has no key below /kaas_a/',
    );
    expect(live.contents()).toEqual({ '/kaas_a/x': '1' });
  });

  test.each([
    [
      'writes',
      (live: MemoryStore) => {
        live.put('/kaas_a/x', '3');
      },
    ],
    [
      'deletes',
      (live: MemoryStore) => {
        void live.change([{ key: Buffer.from('/kaas_a/y'), expected: 3n, value: undefined }]);
      },
    ],
  ])('while somebody %s below the prefix', async (_name, act) => {
    const live = memoryStore({ '/kaas_a/x': '1', '/kaas_a/y': '1' });
    const sleep = (): Promise<void> => {
      act(live);
      return Promise.resolve();
    };
    const before = live.transactions.length;
    await expect(
      restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '2' }), live, { sleep })),
    ).rejects.toThrow('somebody wrote below /kaas_a/ in the last 25 s');
    expect(live.contents()['/kaas_a/x']).not.toBe('2');
    expect(live.transactions.length - before).toBeLessThanOrEqual(1);
  });

  test('not when etcd takes what the stopped API server had leased', async () => {
    const live = memoryStore({ '/kaas_a/x': '1' });
    live.put('/kaas_a/masterleases/10.0.0.1', '1', 7n);
    const sleep = (): Promise<void> => {
      void live.change([
        { key: Buffer.from('/kaas_a/masterleases/10.0.0.1'), expected: 3n, value: undefined },
      ]);
      return Promise.resolve();
    };
    await restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '2' }), live, { sleep }));
    expect(live.contents()).toEqual({ '/kaas_a/x': '2' });
  });

  test('to write over a key that changed under its hands', async () => {
    const live = memoryStore({ '/kaas_a/x': '1' });
    const raced = { ...live, change: () => Promise.resolve(false) };
    await expect(restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '2' }), raced))).rejects.toThrow(
      'changed meanwhile',
    );
  });

  test('to say that all is well when a write came in between', async () => {
    const live = memoryStore({ '/kaas_a/x': '1' });
    const raced = {
      ...live,
      change: async (changes: Parameters<MemoryStore['change']>[0]) => {
        const done = await live.change(changes);
        live.put('/kaas_a/late', '1');
        return done;
      },
    };
    await expect(restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '2' }), raced))).rejects.toThrow(
      '/kaas_a/late still differs',
    );
  });

  test('a role that reaches other keys', async () => {
    const live = memoryStore();
    live.roles.set('kaas_a', [{ type: 2, from: Buffer.from('/'), to: Buffer.from('0') }]);
    await expect(restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '1' }), live))).rejects.toThrow(
      'role kaas_a may reach keys outside /kaas_a/',
    );
    expect(live.contents()).toEqual({});
  });
});

describe("the tenant's identity in etcd", () => {
  test('is made as Kamaji makes it where it is missing', async () => {
    const live = memoryStore();
    const { made } = await restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '1' }), live));
    expect(made).toEqual([
      'user kaas_a',
      'role kaas_a',
      'permission of role kaas_a below /kaas_a/',
      'role kaas_a of user kaas_a',
    ]);
    expect(live.users.get('kaas_a')).toEqual(['kaas_a']);
    expect(live.roles.get('kaas_a')).toEqual([{ type: 2, ...keyspaceOfSchema('kaas_a') }]);
  });

  test('is left alone where it is right', async () => {
    const live = memoryStore();
    live.users.set('kaas_a', ['kaas_a']);
    live.roles.set('kaas_a', [{ type: 2, ...keyspaceOfSchema('kaas_a') }]);
    expect((await restoreKeyspace(restore(memoryStore({ '/kaas_a/x': '1' }), live))).made).toEqual([]);
  });
});
