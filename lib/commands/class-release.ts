import { relative } from 'node:path';
import { hasErrors } from '../finding/index.ts';
import { readClassFiles } from '../fleet/index.ts';
import { releaseClass } from '../synth/release-class.ts';
import type { Command } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { tellFindings } from './tell.ts';

/** `kaas class release`: freeze the class that the constructs make, if it is a new one. */
export const command: Command = {
  verb: 'class release',
  summary: 'Write a new class generation if the constructs make another class than the newest one',
  positionals: '',
  arity: [0, 0],
  options: { platform: folderOptions.platform },
  examples: [
    'kaas class release   # then set class in a tenant file (a canary), later in platform/site.yaml',
  ],
  run(input, io) {
    const { platform, root } = foldersOf(input, io);
    const { files, findings } = readClassFiles(platform, (path) => relative(root, path), root);
    tellFindings(findings, 'text', io);
    if (hasErrors(findings)) return 1;
    const { name, written } = releaseClass(platform, files);
    io.err(
      written === undefined
        ? `${name} is what the constructs make: nothing to release\n`
        : `${relative(root, written)} written; no Cluster uses it yet: name it in a tenant file, later in platform/site.yaml\n`,
    );
    return 0;
  },
};
