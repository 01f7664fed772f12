import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle } from '../lab/bundle.ts';
import { type EngineName, sync } from '../lab/engine.ts';
import type { ClusterApiVersion } from '../lab/components.ts';
import { serveDataStore } from '../lab/kamaji/datastore.ts';
import { type Lab, startLab } from '../lab/lab.ts';
import type { KubeObject } from '../lab/object.ts';
import type { Program } from '../lab/program.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { type TenantView, viewTenant } from './look.ts';

/** A lab with a fleet of its own: what every file of scenarios starts with. */
export interface Bench {
  readonly lab: Lab;
  readonly fleet: Fleet;
  /** `kaas synth`, then what the engine does with the result. Throws if anything is refused. */
  deliver(engine?: EngineName): Promise<readonly Bundle[]>;
  tenant(name: string): TenantView;
  stop(): Promise<void>;
}

const isEtcdStore = ({ kind, metadata }: KubeObject): boolean =>
  kind === 'DataStore' && metadata.name === 'default';

/** Starts a lab in a temporary folder; it is removed when the bench stops, unless KAAS_LAB_KEEP is set. */
export async function startBench(clusterApi?: ClusterApiVersion): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'kaas-lab-'));
  const lab = await startLab({ dir, ...(clusterApi === undefined ? {} : { clusterApi }) });
  const files = createFleet(join(dir, 'fleet'));
  const served: Program[] = [];
  const stores = async (bundles: readonly Bundle[]): Promise<void> => {
    if (lab.parts.kamaji === 'stand-in' || served.length > 0) return;
    const store = bundles.flatMap(({ objects }) => objects).find(isEtcdStore);
    if (store !== undefined) served.push(await serveDataStore(lab.api, store));
  };
  const fleet: Fleet = {
    ...files,
    synth: async () => {
      const bundles = await files.synth();
      await stores(bundles);
      return bundles;
    },
  };
  await lab.client.apply({ ...kinds.namespace, metadata: { name: 'argocd' } }); // the engine's own, before dist/
  return {
    lab,
    fleet,
    deliver: async (engine) => {
      const bundles = await fleet.synth();
      const { refused } = await sync(lab.client, bundles, engine);
      if (refused.length > 0) throw new Error(`refused:\n${refused.join('\n')}`);
      return bundles;
    },
    tenant: (name) => viewTenant(lab, name),
    stop: async () => {
      await lab.stop();
      await Promise.all(served.map((program) => program.stop()));
      if (process.env['KAAS_LAB_KEEP'] === undefined) rmSync(dir, { recursive: true, force: true });
      else console.log(`state kept in ${dir}`);
    },
  };
}
