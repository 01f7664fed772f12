#!/usr/bin/env node
// Runs the TypeScript sources as they stand: what is synthesized always comes from the code under review.
import { register } from 'tsx/esm/api';

register();
const { run } = await import('./cli.ts');
process.exitCode = await run(process.argv.slice(2));
