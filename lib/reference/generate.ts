/** Writes docs/reference from the schemas, the rules and the commands: part of `npm run generate`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { referencePages } from './pages.ts';

const folder = new URL('../../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of await referencePages()) writeFileSync(new URL(name, folder), text);
