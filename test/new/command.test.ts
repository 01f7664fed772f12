import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
      const { io } = ioOf(sample.root);
      const before = [readdirSync(sample.root, { recursive: true })].flat().sort();
      await expect(runNew(inputOf([name], { owner: 'z' }), io, nobody)).rejects.toThrow(
        `a tenant cannot be called ${JSON.stringify(name)}`,
      );
      expect([readdirSync(sample.root, { recursive: true })].flat().sort()).toEqual(before);
    },
  );

  test.each([
    ['Blue', 'give another NAME, such as blue'],
    ['Acme', 'give another NAME, such as acme-2'],
    ['../evil', 'give another NAME, such as evil'],
    ['../platform/site', 'give another NAME, such as platform-site'],
    ['yes', 'give another NAME'],
  ])('no tenant can be called %s: another name is asked for, and no file is named', async (name, remedy) => {
    const before = readdirSync(sample.root, { recursive: true });
    const made = runNew(inputOf([name], { owner: 'z' }), ioOf(sample.root).io, nobody);
    const error = await made.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).problems).toEqual([
      expect.stringMatching(
        /^a tenant cannot be called "[^"]+"(?:: it is [^;]+)?; allowed: lower-case letters/,
      ),
    ]);
    expect((error as UsageError).message.endsWith(`; ${remedy}`)).toBe(true);
    expect(readdirSync(sample.root, { recursive: true })).toEqual(before);
  });

  test('a folder that cannot be written to is one line that says what to do', async () => {
    // GIVEN a folder of tenants that leads nowhere: root may write to any other
    rmSync(join(sample.root, 'tenants'), { recursive: true });
    symlinkSync(join(sample.root, 'gone/tenants'), join(sample.root, 'tenants'));
    const made = runNew(
      inputOf(['zeta'], { owner: 'z@k8s.lab', network: 'shared' }),
      ioOf(sample.root).io,
      nobody,
    );
    await expect(made).rejects.toThrow(
      new RegExp(
        `^${file('zeta')} cannot be written \\(E[A-Z]+\\); allowed: [^;]+; mend ${join(sample.root, 'tenants')}, or name another with --tenants$`,
      ),
    );
  });

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
