import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Input, Io } from '../../lib/commands/command.ts';
import { type FleetDraft, readFleet } from '../../lib/fleet/index.ts';

const repository = join(import.meta.dirname, '../..');

/** A copy of the sample fleet that a test may write to; `remove` takes it away. */
export function copyOfSample(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'kaas-new-'));
  cpSync(join(repository, 'platform'), join(root, 'platform'), { recursive: true });
  cpSync(join(repository, 'tenants'), join(root, 'tenants'), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** The fleet of a folder, which must be readable. */
export function fleetOf(root: string): FleetDraft {
  const { fleet, findings } = readFleet({
    root,
    platform: join(root, 'platform'),
    tenants: join(root, 'tenants'),
  });
  if (fleet === undefined) throw new Error(JSON.stringify(findings));
  return fleet;
}

/** What the user typed after the verb. */
export function inputOf(
  positionals: readonly string[],
  options: Readonly<Record<string, string>> = {},
): Input {
  return { positionals, text: (option) => options[option], flag: () => false };
}

/** Collects what a command prints. */
export function ioOf(
  cwd: string,
  interactive = false,
): { readonly io: Io; readonly out: string[]; readonly err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    cwd,
    color: false,
    interactive,
    env: {},
  };
  return { io, out, err };
}
