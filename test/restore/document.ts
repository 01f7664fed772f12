import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/backup-and-restore.md', import.meta.url));
const marked = /<!-- kaas (restore plan .+) -->\n([^]*?)<!-- end -->/g;

/** A command line in the document, and the text that stands below it. */
export interface Section {
  readonly command: string;
  readonly text: string;
}

/** The parts of the document that are the output of a command. */
export function sections(): readonly Section[] {
  return [...readFileSync(file, 'utf8').matchAll(marked)].map(([, command = '', text = '']) => ({
    command,
    text,
  }));
}

/** Writes the text of every section anew. */
export function updateSections(textOf: (command: string) => string): void {
  const content = readFileSync(file, 'utf8').replaceAll(
    marked,
    (_whole, command: string) => `<!-- kaas ${command} -->\n${textOf(command)}<!-- end -->`,
  );
  writeFileSync(file, content);
}

/** The commands of a section's shell blocks, block by block. */
export function shellBlocks(text: string): readonly string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}
