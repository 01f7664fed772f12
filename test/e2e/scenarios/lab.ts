import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, identity } from '../lab/bundle.ts';
import { type EngineName, sync } from '../lab/engine.ts';
import { createDataStores, type DataStores } from '../lab/kamaji/datastores.ts';
import { type Lab, type LabOptions, startLab } from '../lab/lab.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { type TenantView, viewTenant } from './look.ts';

/** A lab with a fleet of its own: what every file of scenarios starts with. */
export interface Bench {
  readonly lab: Lab;
  readonly fleet: Fleet;
  readonly stores: DataStores;
  /** Identities of all objects that the fleet's dist/ has had so far. */
  readonly delivered: ReadonlySet<string>;
  /** `kaas synth`, then what the engine does with the result. Throws if anything is refused. */
  deliver(engine?: EngineName): Promise<readonly Bundle[]>;
  tenant(name: string): TenantView;
  stop(): Promise<void>;
}

export type BenchOptions = Pick<LabOptions, 'clusterApi' | 'machines'>;

/** Starts a lab in a temporary folder; it is removed when the bench stops, unless KAAS_LAB_KEEP is set. */
export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'kaas-lab-'));
  const lab = await startLab({ dir, ...options });
  const files = createFleet(join(dir, 'fleet'));
  const stores = createDataStores(lab);
  const delivered = new Set<string>();
  const fleet: Fleet = {
    ...files,
    synth: async () => {
      const bundles = await files.synth();
      await stores.serve(bundles);
      for (const object of bundles.flatMap(({ objects }) => objects)) delivered.add(identity(object));
      return bundles;
    },
  };
  await lab.client.apply({ ...kinds.namespace, metadata: { name: 'argocd' } }); // the engine's own, before dist/
  return {
    lab,
    fleet,
    stores,
    delivered,
    deliver: async (engine) => {
      const bundles = await fleet.synth();
      const { refused } = await sync(lab.client, bundles, engine);
      if (refused.length > 0) throw new Error(`refused:\n${refused.join('\n')}`);
      return bundles;
    },
    tenant: (name) => viewTenant(lab, name),
    stop: async () => {
      await lab.stop();
      await stores.stop();
      if (process.env['KAAS_LAB_KEEP'] === undefined) rmSync(dir, { recursive: true, force: true });
      else console.log(`state kept in ${dir}`);
    },
  };
}
