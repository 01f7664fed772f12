import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UsageError } from '../../lib/commands/command.ts';
import { runNew } from '../../lib/commands/new.ts';
import { copyOfSample, inputOf, ioOf } from './sample.ts';

let sample = copyOfSample();
sample.remove();
beforeEach(() => void (sample = copyOfSample()));
afterEach(() => sample.remove());

const nobody = (question: string): Promise<string> => {
  throw new Error(`nobody should be asked: ${question}`);
};
const file = (name: string): string => join(sample.root, 'tenants', `${name}.yaml`);

describe('kaas new', () => {
  test('writes one file, says what comes next, and asks nothing when it is told enough', async () => {
    const { io, out } = ioOf(sample.root, true);

    const code = await runNew(inputOf(['zeta'], { owner: 'z@k8s.lab' }), io, nobody);

    expect(code).toBe(0);
    expect(out).toEqual(['wrote tenants/zeta.yaml; next: kaas synth, then commit it together with dist/\n']);
    expect(readFileSync(file('zeta'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\S+\/tenant\.schema\.json\n/,
    );
  });

  test('asks a person for what has no default, and nobody else', async () => {
    const questions: string[] = [];
    const ask = (question: string): Promise<string> => {
      questions.push(question);
      return Promise.resolve('z@k8s.lab');
    };
    expect(await runNew(inputOf(['zeta']), ioOf(sample.root, true).io, ask)).toBe(0);
    expect(questions).toEqual(['owner (who answers for the cluster, best the mail address of a team): ']);
    expect(readFileSync(file('zeta'), 'utf8')).toContain('owner: z@k8s.lab\n');

    await expect(runNew(inputOf(['eta']), ioOf(sample.root).io, nobody)).rejects.toThrow(
      new UsageError(
        'nobody owns the tenant; required: who answers for the cluster, best the mail address of a team; name the owner with --owner',
      ),
    );
    expect(existsSync(file('eta'))).toBe(false);
  });

  test('an empty answer is no answer', async () => {
    await expect(
      runNew(inputOf(['zeta']), ioOf(sample.root, true).io, () => Promise.resolve('')),
    ).rejects.toThrow(UsageError);
    expect(existsSync(file('zeta'))).toBe(false);
  });

  test('never overwrites a file, nor a dead link', async () => {
    const before = readFileSync(file('acme'), 'utf8');
    await expect(runNew(inputOf(['acme'], { owner: 'z' }), ioOf(sample.root).io, nobody)).rejects.toThrow(
      'tenants/acme.yaml is there already; allowed: a name that no tenant has; edit the file, or take the next free name, acme-2',
    );
    expect(readFileSync(file('acme'), 'utf8')).toBe(before);
  });

  test.each(['../zeta', 'Zeta', 'a/b', '', '.', 'no', 'a--b', 'x'.repeat(25), 'zeta\n'])(
    'writes nothing for the name %j',
    async (name) => {
      const { io, err } = ioOf(sample.root);
      const before = [readdirSync(sample.root, { recursive: true })].flat().sort();
      expect(await runNew(inputOf([name], { owner: 'z' }), io, nobody)).toBe(1);
      expect(err.join('')).toContain('error[tenant-name]');
      expect([readdirSync(sample.root, { recursive: true })].flat().sort()).toEqual(before);
    },
  );

  test('writes nothing if the checks refuse what was asked for', async () => {
    const { io, err } = ioOf(sample.root);
    expect(await runNew(inputOf(['zeta'], { owner: 'z', vip: '10.4.0.101' }), io, nobody)).toBe(1);
    expect(err.join('')).toMatch(/error\[vip-unique\][^]*nothing was written\n$/);
    expect(existsSync(file('zeta'))).toBe(false);
  });

  test('refuses to guess while a file cannot be read', async () => {
    writeFileSync(file('broken'), 'owner: [');
    const { io, err } = ioOf(sample.root);
    await expect(runNew(inputOf(['zeta'], { owner: 'z' }), io, nobody)).rejects.toThrow(
      'what is free is known only when every file can be read',
    );
    expect(err.join('')).toContain('tenants/broken.yaml:');
  });

  test('makes the folder of the tenants if there is none', async () => {
    rmSync(join(sample.root, 'tenants'), { recursive: true });
    expect(
      await runNew(inputOf(['zeta'], { owner: 'z', network: 'shared' }), ioOf(sample.root).io, nobody),
    ).toBe(0);
    expect(existsSync(file('zeta'))).toBe(true);
  });

  test('two people who add at once get the same addresses: the check on main is what notices', async () => {
    expect(await runNew(inputOf(['zeta'], { owner: 'z' }), ioOf(sample.root).io, nobody)).toBe(0);
    const first = readFileSync(file('zeta'), 'utf8');
    rmSync(file('zeta'));
    mkdirSync(join(sample.root, 'tenants'), { recursive: true });
    expect(await runNew(inputOf(['zeta'], { owner: 'z' }), ioOf(sample.root).io, nobody)).toBe(0);
    expect(readFileSync(file('zeta'), 'utf8')).toBe(first);
  });
});
