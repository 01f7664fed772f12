import { readFileSync, writeFileSync } from 'node:fs';

/** The expected text of a file; with UPDATE_GOLDEN=1 the file is written instead. */
export function golden(path: string, text: string): string {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  return readFileSync(path, 'utf8');
}
