import type { Bundle } from '../bundle.ts';
import type { Lab } from '../lab.ts';
import { type KubeObject, textAt } from '../object.ts';
import type { Program } from '../program.ts';
import { serveDataStore } from './datastore.ts';

/** The databases behind the DataStores of dist/, where the real Kamaji asks for them. */
export interface DataStores {
  /** Starts what the objects of `bundles` name and does not run yet. Call it before they are applied. */
  serve(bundles: readonly Bundle[]): Promise<void>;
  stop(): Promise<void>;
}

/** The lab has one etcd, for the DataStore that the sample platform calls default; SQL servers it has none. */
const isServed = (object: KubeObject): boolean =>
  object.kind === 'DataStore' &&
  object.metadata.name === 'default' &&
  textAt(object, 'spec.driver') === 'etcd';

export function createDataStores({ api, parts }: Lab): DataStores {
  const served = new Map<string, Program>();
  return {
    serve: async (bundles) => {
      if (parts.kamaji === 'stand-in') return;
      const found = bundles.flatMap(({ objects }) => objects).filter(isServed);
      for (const store of found.filter(({ metadata }) => !served.has(metadata.name)))
        served.set(store.metadata.name, await serveDataStore(api, store));
    },
    stop: async () => {
      await Promise.all([...served.values()].map((program) => program.stop()));
    },
  };
}
