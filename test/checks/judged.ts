import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { judge } from '../../lib/checks/index.ts';
import { type Finding, printFindings } from '../../lib/finding/index.ts';
import { type FleetFolders, readFleet } from '../../lib/fleet/index.ts';
import { classFileText } from '../../lib/fleet/class-file.ts';
import { exampleFiles, fixtureFiles } from './standard.ts';

/** What reading and all rules say of the small fleet that a fixture describes. */
export const judgedFixture = (text: string): Finding[] => judgedFiles(fixtureFiles(text));

/** The same for the example of a rule. */
export const judgedExample = (text: string): Finding[] => judgedFiles(exampleFiles(text));

/** What reading and all rules say of the files, by path; a released class generation is there already. */
export function judgedFiles(described: ReadonlyMap<string, string>): Finding[] {
  const files = new Map([
    ['platform/classes/lab-tenant-1.yaml', classFileText('kind: ClusterClass\n')],
    ...described,
  ]);
  const root = mkdtempSync(join(tmpdir(), 'kaas-checks-'));
  try {
    for (const [file, content] of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    }
    return judgedFolders({ root, platform: join(root, 'platform'), tenants: join(root, 'tenants') });
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** What reading and all rules say of the fleet in the folders. */
export function judgedFolders(folders: FleetFolders): Finding[] {
  const { fleet, findings } = readFleet(folders);
  return fleet === undefined ? [...findings] : [...findings, ...judge(fleet)];
}

/** The findings as the terminal shows them. */
export const textOf = (findings: readonly Finding[]): string => printFindings(findings, 'text', false);
