import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { command } from '../../lib/commands/restore.ts';
import type { Io } from '../../lib/commands/command.ts';
import { sections, updateSections } from './document.ts';
import { sampleFolder } from './sample.ts';

const folder = sampleFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command line prints, called as the document calls it. */
async function output(line: string): Promise<string> {
  const words = line.split(' ').slice(2);
  const options = new Map<string, string>();
  const positionals: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('--')) positionals.push(word);
    else options.set(word.slice(2), words[(at += 1)] ?? '');
  }
  let out = '';
  const io: Io = {
    out: (text) => (out += text),
    err: (text) => expect(text).toBe(''),
    cwd: folder,
    color: false,
    interactive: false,
    env: {},
  };
  const code = await command.run({ positionals, text: (name) => options.get(name), flag: () => false }, io);
  expect(code).toBe(0);
  return out;
}

describe('docs/backup-and-restore.md', () => {
  test('holds the procedures', () => {
    expect(sections().map((section) => section.command)).toEqual([
      'restore plan acme --snapshot 20261130T001700Z.db',
      'restore plan --datastore default --snapshot 20261130T001700Z.db',
      'restore plan reports --snapshot 20261130T001700Z.db',
      'restore plan --datastore reports --snapshot 20261130T001700Z.db',
    ]);
  });

  test.each([0, 1, 2, 3])(
    'procedure %i is what `kaas restore plan` prints for the sample fleet',
    async (index) => {
      const line = sections()[index]?.command ?? '';
      const printed = await output(line);
      if (process.env['UPDATE_GOLDEN'] === '1')
        updateSections((one) =>
          one === line ? printed : (sections().find(({ command: it }) => it === one)?.text ?? ''),
        );
      expect(sections()[index]?.text).toBe(printed);
    },
  );
});
