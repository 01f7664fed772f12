/** Writes everything in lib/ and docs/ that is made from data: `npm run generate`. CI runs it and fails on a difference. */
import './fleet/generate.ts';
import './reference/generate.ts';
