import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { judge } from '../../lib/checks/index.ts';
import { type Finding, formats, hasErrors, printFindings } from '../../lib/finding/index.ts';
import { readFleet, resolveFile } from '../../lib/fleet/index.ts';
import { readTenantInput } from '../../lib/fleet/read-input.ts';
import { synthesize } from '../../lib/synth/synthesize.ts';
import { mutated } from './mutate.ts';
import { Random } from './random.ts';
import type { Sandbox } from './sandbox.ts';

/** Milliseconds of processor time that one file may take. */
const patience = 1000;

/** What happened to one mutated file. */
export interface Trial {
  readonly seed: number;
  readonly outcome: 'refused' | 'accepted';
  readonly milliseconds: number;
  /** What should not have happened; empty if all is well. */
  readonly faults: readonly string[];
}

/** Mutates one file of the sandbox by the seed, reads and judges the fleet with it, and builds it if nothing is wrong. */
export function tryOne(sandbox: Sandbox, seed: number): Trial {
  const random = new Random(seed);
  const name = random.pick(sandbox.names);
  const bytes = mutated(
    sandbox.original(name),
    random,
    sandbox.names.map((other) => sandbox.original(other)),
  );
  const path = join(sandbox.root, name);
  writeFileSync(path, bytes);
  const before = sandbox.fingerprint();
  const started = process.cpuUsage();
  const { findings, faults } = attempt(sandbox, name);
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  const all = [
    ...faults,
    ...findings.flatMap((finding) => faultsOf(finding, name, bytes)),
    ...(milliseconds > patience ? [`took ${milliseconds.toFixed(0)} ms`] : []),
    ...(sandbox.fingerprint() === before && readFileSync(path).equals(bytes)
      ? []
      : ['something was written']),
  ];
  writeFileSync(path, sandbox.original(name));
  const outcome = hasErrors(findings) || faults.length > 0 ? 'refused' : 'accepted';
  return {
    seed,
    outcome,
    milliseconds,
    faults: all.map((fault) => `${name}: ${fault}\n${JSON.stringify(bytes.toString('latin1'))}`),
  };
}

function attempt(
  sandbox: Sandbox,
  name: string,
): { readonly findings: readonly Finding[]; readonly faults: readonly string[] } {
  try {
    const findings = judged(sandbox, name);
    for (const format of formats) printFindings(findings, format, true);
    // What the checks accept must also build: a fault there would be a stack trace after "good".
    return {
      findings: hasErrors(findings) ? findings : synthesize(sandbox.folders).findings,
      faults: [],
    };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { findings: [], faults: [`threw ${text}`] };
  }
}

/** A damaged tenant is read alone into the fleet that was read before; a damaged site is read with everything. */
function judged({ fleet, folders, root }: Sandbox, name: string): Finding[] {
  if (!name.startsWith('tenants/')) {
    const read = readFleet(folders);
    return read.fleet === undefined ? [...read.findings] : [...read.findings, ...judge(read.fleet)];
  }
  const tenant = basename(name, '.yaml');
  const file = readTenantInput({ path: join(root, name), file: name, root });
  const { draft, findings } = resolveFile(file, tenant, fleet.site);
  const tenants = fleet.tenants.flatMap((other) => (other.name === tenant ? (draft ?? []) : [other]));
  return [...findings, ...judge({ ...fleet, tenants })];
}

/** A finding that a person cannot use, or that the file has smuggled something into. */
function faultsOf(finding: Finding, name: string, bytes: Buffer): string[] {
  const { place, problem, allowed, remedy } = finding;
  const text = printFindings([finding], 'text', false);
  const lines = bytes.toString('utf8').split('\n').length;
  const source = bytes.toString('utf8');
  const leaks = ['undefined', '[object Object]'].filter(
    (word) => text.includes(word) && !source.includes(word.slice(1)),
  );
  return [
    ...(place.line < 1 || place.column < 1 || (place.file === name && place.line > lines + 1)
      ? [`stands at ${String(place.line)}:${String(place.column)}`]
      : []),
    ...([problem, allowed, remedy].includes('') ? [`says too little: ${text}`] : []),
    ...(text.split('\n').length !== finding.related.length + 2 || /[\0-\x09\x0b-\x1f\x7f]/.test(text)
      ? [`prints control characters: ${JSON.stringify(text)}`]
      : []),
    ...leaks.map((word) => `says ${word}: ${text}`),
  ];
}
