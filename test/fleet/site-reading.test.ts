import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { printFindings } from '../../lib/finding/index.ts';
import { readFleet } from '../../lib/fleet/index.ts';

const fixtures = join(import.meta.dirname, '../fixtures/reading/site');
const files = readdirSync(fixtures).filter((name) => name.endsWith('.yaml'));
const root = mkdtempSync(join(tmpdir(), 'kaas-site-'));

afterAll(() => rmSync(root, { recursive: true }));

describe('a site file as people write it', () => {
  test.each(files)('%s is answered exactly as its .out says', (name) => {
    const platform = join(root, name);
    mkdirSync(platform);
    copyFileSync(join(fixtures, name), join(platform, 'site.yaml'));

    const { fleet, findings } = readFleet({ root: platform, platform, tenants: join(root, 'none') });
    const text = printFindings(findings, 'text', false);

    const expected = join(fixtures, name.replace(/\.yaml$/, '.out'));
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, 'utf8'));
    // A site that cannot be used is no fleet: nothing is judged or built against half of it.
    expect(fleet !== undefined).toBe(name.startsWith('fine'));
  });
});
