import type { CommandWords } from '../../lib/completion/words.ts';

/** A small table of commands that has every form there is. */
export const sample: readonly CommandWords[] = [
  {
    verb: 'check',
    summary: "Say what's wrong",
    options: [
      { name: '--tenants', description: 'folder of the tenants', value: 'folder' },
      { name: '--format', description: 'how: text or json', value: ['text', 'json'] },
      { name: '--against', description: 'a commit', value: 'text' },
      { name: '--quiet', description: 'say less', value: 'none' },
    ],
    words: [],
    tenants: false,
  },
  { verb: 'class release', summary: 'Write a class', options: [], words: [], tenants: false },
  {
    verb: 'explain',
    summary: 'Explain',
    options: [],
    words: ['vip-unique', 'controlPlane.vip'],
    tenants: false,
  },
  { verb: 'verify', summary: 'Verify', options: [], words: [], tenants: true },
];
