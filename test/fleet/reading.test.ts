import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Finding, printFindings } from '../../lib/finding/index.ts';
import { readFleet, resolveFile, type Site } from '../../lib/fleet/index.ts';
import { readTenantInput } from '../../lib/fleet/read-input.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test/fixtures/reading');
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

let site: Site | undefined;

function sampleSite(): Site {
  site ??= readSampleSite();
  return site;
}

function readSampleSite(): Site {
  const { fleet } = readFleet({ root, platform: join(root, 'platform'), tenants: join(root, 'tenants') });
  if (fleet === undefined) throw new Error('the sample site cannot be read');
  return fleet.site;
}

/** What reading says of the file if it were the tenant file acme.yaml of the sample fleet. */
function read(name: string): readonly Finding[] {
  const file = readTenantInput({ path: join(folder, name), file: name, root });
  return resolveFile(file, 'acme', sampleSite()).findings;
}

describe('a tenant file as people write it', () => {
  test('there are fixtures', () => expect(files.length).toBeGreaterThan(100));

  test.each(files)('%s is answered exactly as its .out says', (name) => {
    // GIVEN a file, WHEN it is read
    const findings = read(name);
    const text = printFindings(findings, 'text', false);

    // THEN the answer is the reviewed one
    const expected = join(folder, name.replace(/\.yaml$/, '.out'));
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, 'utf8'));
  });

  test.each(files)('%s has findings if and only if its name does not say that it is fine', (name) => {
    expect(read(name).length === 0).toBe(name.startsWith('fine-'));
  });

  test.each(files.filter((name) => !name.startsWith('fine-')))(
    'every finding of %s says what is wrong, what is allowed and what to do',
    (name) => {
      for (const { place, problem, allowed, remedy } of read(name)) {
        expect(place.line).toBeGreaterThan(0);
        expect(place.column).toBeGreaterThan(0);
        expect([problem, allowed, remedy]).not.toContain('');
      }
    },
  );
});
