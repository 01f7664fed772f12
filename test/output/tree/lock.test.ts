import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInterrupted, recoverTree } from '../../../lib/output/tree/recover.ts';
import { diskFs } from '../../../lib/output/tree/fs.ts';
import { updateTree } from '../../../lib/output/tree/update.ts';
import { after, before, filesOf, inFolder, onDisk, put } from './trees.ts';

/** Leaves a pending folder as another process would. */
function leave(folder: string, owner: string, plan?: string): void {
  put(join(folder, '.dist.pending'), {
    [owner]: '',
    '.gitignore': '*\n',
    'new/x.yaml': 'staged',
    ...(plan === undefined ? {} : { 'plan.json': plan }),
  });
}

const startOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

test(
  'a run that is alive keeps others out, and nothing is touched',
  inFolder((folder) => {
    const out = join(folder, 'dist');
    put(out, before);
    const other = spawn('sleep', ['60']);
    try {
      const pid = other.pid ?? 0;
      leave(folder, `owner-${String(pid)}-${startOf(pid)}`);
      expect(() => updateTree(out, filesOf(after))).toThrow(
        `${out} is being written by another run (process ${String(pid)}): try again when it has ended`,
      );
      expect(() => recoverTree(out)).toThrow('is being written by another run');
      expect(onDisk(out)).toEqual(before);
      expect(existsSync(join(folder, '.dist.pending/new/x.yaml'))).toBe(true);
    } finally {
      other.kill('SIGKILL');
    }
  }),
);

test(
  'a process that has the id of a dead run, but started at another time, is not that run',
  inFolder((folder) => {
    leave(folder, 'owner-1-123456789');
    expect(updateTree(join(folder, 'dist'), filesOf(after)).recovery).toBe('discarded');
  }),
);

test(
  'the lock of a dead run is taken over, and what it staged is thrown away',
  inFolder((folder) => {
    const out = join(folder, 'dist');
    put(out, before);
    leave(folder, 'owner-999999999-1');
    expect(isInterrupted({ title: '', out, pending: join(folder, '.dist.pending') }, diskFs)).toBe(false);
    expect(updateTree(out, filesOf(after)).recovery).toBe('discarded');
    expect(onDisk(out)).toEqual(after);
    expect(readdirSync(folder)).toEqual(['dist']);
  }),
);

test(
  'what dead runs had no time to clear away is cleared away; what is not ours is not',
  inFolder((folder) => {
    put(folder, { '.dist.pending.owner-999999999-1/old/1': 'x', '.dist.pending.mine/notes': 'y' });
    updateTree(join(folder, 'dist'), filesOf(after));
    expect(readdirSync(folder).sort()).toEqual(['.dist.pending.mine', 'dist']);
  }),
);

test(
  'while it works, Git sees nothing of it',
  inFolder((folder) => {
    const out = join(folder, 'dist');
    function* files() {
      expect(readFileSync(join(folder, '.dist.pending/.gitignore'), 'utf8')).toBe('*\n');
      yield* filesOf(after);
    }
    updateTree(out, files());
    expect(onDisk(out)).toEqual(after);
  }),
);

test(
  'a plan that cannot be read is told, with the way out',
  inFolder((folder) => {
    const [out, pending] = [join(folder, 'dist'), join(folder, '.dist.pending')];
    put(out, before);
    for (const plan of ['', '[{"away": 1}]', '{}']) {
      leave(folder, 'owner-999999999-1', plan);
      expect(() => updateTree(out, filesOf(after))).toThrow(
        `${out} is half-written by an interrupted run whose plan cannot be read: restore the folder from Git, then delete ${pending}`,
      );
      expect(onDisk(out)).toEqual(before);
      rmSync(pending, { recursive: true });
    }
  }),
);

test(
  'a pending folder that nobody owns is refused rather than guessed at',
  inFolder((folder) => {
    mkdirSync(join(folder, '.dist.pending'));
    writeFileSync(join(folder, '.dist.pending/mine'), 'x');
    expect(() => updateTree(join(folder, 'dist'), [])).toThrow('cannot be locked');
  }),
);

test(
  'somebody restored the folder by hand after the interruption: the next update still ends whole',
  inFolder((folder) => {
    const out = join(folder, 'dist');
    put(out, before);
    leave(
      folder,
      'owner-999999999-1',
      JSON.stringify([
        { away: 'tenants/old', slot: 0 },
        { away: 'gone.yaml', slot: 1 },
        { in: 'x.yaml' },
        { in: 'tenants/never-staged' },
      ]),
    );
    put(join(folder, '.dist.pending/old'), { '0/base/namespace-tenant-old.yaml': 'old' });
    expect(updateTree(out, filesOf(after), { removeForeign: true }).recovery).toBe('completed');
    expect(onDisk(out)).toEqual(after);
  }),
);
