import { describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareTree } from '../../../lib/output/tree/compare.ts';
import { TreeError } from '../../../lib/output/tree/error.ts';
import { diskFs, type TreeFs } from '../../../lib/output/tree/fs.ts';
import { recoverTree } from '../../../lib/output/tree/recover.ts';
import { updateTree } from '../../../lib/output/tree/update.ts';
import { after, before, filesOf, inFolder, onDisk, put } from './trees.ts';

/** Calls `fault` before each operation of the file system, with its number. */
function faulty(fault: (operation: number) => void): TreeFs {
  let count = 0;
  const wrap =
    <Args extends readonly unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      fault(count++);
      return run(...args);
    };
  return {
    makeFolder: wrap(diskFs.makeFolder),
    list: wrap(diskFs.list),
    read: wrap(diskFs.read),
    write: wrap(diskFs.write),
    writeDurably: wrap(diskFs.writeDurably),
    rename: wrap(diskFs.rename),
    exists: wrap(diskFs.exists),
    remove: wrap(diskFs.remove),
  };
}

const diskError = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

/** The process dies at one operation: neither that nor any later one happens, whatever the program would still try. */
const dyingAt = (operation: number): TreeFs =>
  faulty((count) => {
    if (count >= operation) throw new Error('killed');
  });

/** One operation fails, as a full disk, a read-only file or a vanished folder make it. */
const failingAt = (operation: number, code: string): TreeFs =>
  faulty((count) => {
    if (count === operation) throw diskError(code);
  });

/** From one operation on, all fail: the disk is gone. */
const failingFrom = (operation: number, code: string): TreeFs =>
  faulty((count) => {
    if (count >= operation) throw diskError(code);
  });

function operationsOf(run: (fs: TreeFs) => void): number {
  let total = 0;
  run(
    faulty((count) => {
      total = count + 1;
    }),
  );
  return total;
}

const steps = (count: number): readonly number[] => Array.from({ length: count }, (_, step) => step);

/** Runs `act` and swallows what it throws; the error, if any. */
function attempt(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

const isWhole = (tree: object): boolean =>
  [before, after].some((whole) => JSON.stringify(sorted(whole)) === JSON.stringify(sorted(tree)));
const sorted = (tree: object) => Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1));

function expectHonest(out: string): void {
  const half = !isWhole(onDisk(out));
  for (const tree of [before, after]) {
    const { current, interrupted } = compareTree(out, filesOf(tree));
    if (half) expect({ current, interrupted }).toEqual({ current: false, interrupted: true });
    if (interrupted) expect(current).toBe(false);
  }
}

let updateOperations = 0;
inFolder((folder) => {
  put(join(folder, 'dist'), before);
  updateOperations = operationsOf((fs) => updateTree(join(folder, 'dist'), filesOf(after), { fs }));
})();

test('the update under test has enough points to fail at', () => {
  expect(updateOperations).toBeGreaterThan(50);
});

describe('killed at every single operation', () => {
  test('a half-written tree is never called current, and recovery ends with the whole old or the whole new one', () => {
    const outcomes = new Map<string, number>();
    for (const step of steps(updateOperations)) {
      inFolder((folder) => {
        const out = join(folder, 'dist');
        put(out, before);
        const error = attempt(() => updateTree(out, filesOf(after), { fs: dyingAt(step) }));
        if (error === undefined) expect(onDisk(out)).toEqual(after); // Killed while clearing away, which may fail.
        expectHonest(out);
        const recovery = recoverTree(out);
        outcomes.set(recovery, (outcomes.get(recovery) ?? 0) + 1);
        if (recovery === 'completed') expect(onDisk(out)).toEqual(after);
        else if (recovery === 'discarded') expect(onDisk(out)).toEqual(before);
        else expect(isWhole(onDisk(out))).toBe(true);
        expect(updateTree(out, filesOf(after))).toMatchObject({ applied: true, recovery: 'none' });
        expect(onDisk(out)).toEqual(after);
        expect(readdirSync(folder)).toEqual(['dist']);
      })();
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      none: expect.any(Number),
      discarded: expect.any(Number),
      completed: expect.any(Number),
    });
  });

  test('and the next update recovers by itself, to whatever tree it is asked for', () => {
    for (const step of steps(updateOperations)) {
      inFolder((folder) => {
        const out = join(folder, 'dist');
        put(out, before);
        attempt(() => updateTree(out, filesOf(after), { fs: dyingAt(step) }));
        updateTree(out, filesOf(before));
        expect(onDisk(out)).toEqual(before);
        expect(readdirSync(folder)).toEqual(['dist']);
      })();
    }
  });

  test('and killed again at any operation of the recovery', () => {
    for (const step of steps(updateOperations).filter((number) => number % 3 === 0)) {
      inFolder((folder) => {
        const out = join(folder, 'dist');
        put(out, before);
        attempt(() => updateTree(out, filesOf(after), { fs: dyingAt(step) }));
        for (const second of steps(60).filter((number) => number % 2 === step % 2)) {
          attempt(() => recoverTree(out, dyingAt(second)));
          expectHonest(out);
        }
        recoverTree(out);
        expect(isWhole(onDisk(out))).toBe(true);
      })();
    }
  });

  test('also when the output folder is new', () => {
    for (const step of steps(60)) {
      inFolder((folder) => {
        const out = join(folder, 'dist');
        attempt(() => updateTree(out, filesOf(after), { fs: dyingAt(step) }));
        recoverTree(out);
        const [name] = readdirSync(folder).filter((entry) => entry === 'dist');
        if (name !== undefined) expect(onDisk(out)).toEqual(after);
        updateTree(out, filesOf(after));
        expect(onDisk(out)).toEqual(after);
        expect(readdirSync(folder)).toEqual(['dist']);
      })();
    }
  });
});

describe.each(['ENOSPC', 'EACCES', 'ENOENT'])('%s at every single operation', (code) => {
  test('leaves the old tree and says so, or the new one; the next update heals', () => {
    for (const step of steps(updateOperations)) {
      inFolder((folder) => {
        const out = join(folder, 'dist');
        put(out, before);
        const error = attempt(() => updateTree(out, filesOf(after), { fs: failingAt(step, code) }));
        if (error === undefined) expect(onDisk(out)).toEqual(after);
        else {
          expect(error).toBeInstanceOf(TreeError);
          expect(error).toMatchObject({ message: expect.stringContaining(`${code}: injected`) });
          expect(onDisk(out)).toEqual(error instanceof TreeError && error.unchanged ? before : after);
        }
        updateTree(out, filesOf(after));
        expect(onDisk(out)).toEqual(after);
        expect(readdirSync(folder)).toEqual(['dist']);
      })();
    }
  });
});

test('when even undoing fails, the error says that the tree is half-written, and the next run heals it', () => {
  const halves: number[] = [];
  for (const step of steps(updateOperations)) {
    inFolder((folder) => {
      const out = join(folder, 'dist');
      put(out, before);
      const error = attempt(() => updateTree(out, filesOf(after), { fs: failingFrom(step, 'EIO') }));
      if (!isWhole(onDisk(out))) {
        halves.push(step);
        const message = expect.stringContaining(
          'is half-written, and the next run will complete or undo that',
        );
        expect(error).toMatchObject({ unchanged: false, message });
      }
      expectHonest(out);
      recoverTree(out);
      expect(isWhole(onDisk(out))).toBe(true);
    })();
  }
  expect(halves.length).toBeGreaterThan(5);
});

test(
  'a recovery that cannot be completed is undone',
  inFolder((folder) => {
    const out = join(folder, 'dist');
    put(out, before);
    const target = join(out, 'tenants/beta');
    let dead = false;
    const renameTo = (from: string, to: string): void => {
      dead ||= to === target;
      if (dead) throw diskError('EACCES');
      diskFs.rename(from, to);
    };
    expect(() => updateTree(out, filesOf(after), { fs: { ...diskFs, rename: renameTo } })).toThrow(
      'is half-written',
    );
    expectHonest(out);
    const stubborn: TreeFs = {
      ...diskFs,
      rename: (from, to) => {
        if (to === target) throw diskError('EACCES');
        diskFs.rename(from, to);
      },
    };
    expect(recoverTree(out, stubborn)).toBe('undone');
    expect(onDisk(out)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['dist']);
  }),
);
