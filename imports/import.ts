import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runImport } from './generator/command.ts';

const { code, text } = await runImport(process.argv.slice(2), dirname(fileURLToPath(import.meta.url)));
(code === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = code;
