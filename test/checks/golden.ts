import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The text that a golden file holds. With UPDATE_GOLDEN=1 it is written first: the change then shows in the diff. */
export function golden(path: string, actual: string): string {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, actual);
  return existsSync(path) ? readFileSync(path, 'utf8') : `${path} is missing: run with UPDATE_GOLDEN=1`;
}
