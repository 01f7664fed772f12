/** Time of every rule on fleets that are good, and on fleets whose tenants all claim the same: `node --import tsx test/bench/checks.ts [COUNT...]`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, rules } from '../../lib/checks/index.ts';
import { NextFree } from '../../lib/checks/next-free.ts';
import { type FleetDraft, readFleet } from '../../lib/fleet/index.ts';
import { writeFleet } from './fleet.ts';

const repository = new URL('../../', import.meta.url).pathname;
const counts = process.argv.slice(2).map(Number);

for (const [kind, alike] of [
  ['good', false],
  ['all alike', true],
] as const) {
  for (const count of counts.length > 0 ? counts : [1000, 5000]) {
    const fleet = fleetOf(count, alike);
    const { milliseconds, result } = timed(() => judge(fleet));
    console.log(
      `${kind}, ${String(count)} tenants of 3 pools: ${milliseconds.toFixed(0)} ms, ${String(result.length)} findings; slowest ${slowest(fleet)}`,
    );
  }
}

function fleetOf(count: number, alike: boolean): FleetDraft {
  const root = mkdtempSync(join(tmpdir(), 'kaas-bench-'));
  try {
    writeFleet(root, repository, count);
    if (alike) makeAlike(join(root, 'tenants'));
    const { fleet } = readFleet({ root, platform: join(root, 'platform'), tenants: join(root, 'tenants') });
    if (fleet === undefined) throw new Error('the site of the benchmark cannot be read');
    return fleet;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The worst fleet that can be: each tenant is a copy of the first one, so that everything collides with everything. */
function makeAlike(folder: string): void {
  const [first = '', ...others] = readdirSync(folder).sort();
  const text = readFileSync(join(folder, first), 'utf8');
  for (const name of others) writeFileSync(join(folder, name), text);
}

function slowest(fleet: FleetDraft): string {
  const verdict = {
    severities: new Map(),
    asked: new Set<string>(),
    findings: [],
    free: new NextFree(fleet),
  };
  return rules
    .map((rule) => ({ id: rule.id, ...timed(() => [...rule.check(fleet, verdict)]) }))
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 5)
    .map(({ id, milliseconds }) => `${id} ${milliseconds.toFixed(1)} ms`)
    .join(', ');
}

function timed<T>(run: () => T): { readonly milliseconds: number; readonly result: T } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { milliseconds: (user + system) / 1000, result };
}
