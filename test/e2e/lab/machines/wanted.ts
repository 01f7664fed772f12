import { optionalBinary } from '../build.ts';
import { optionalComponents } from '../components.ts';
import { canHaveNamespaces } from '../own-namespaces.ts';
import { missingPackages } from './programs.ts';

/** Why machines cannot run for real here; undefined if they can. */
export function machinesRefused(): string | undefined {
  if (optionalBinary(optionalComponents.kamaji) === undefined) return 'KAAS_LAB_BIN has no kamaji';
  if (!canHaveNamespaces()) return 'that needs root, unshare and ip';
  const packages = missingPackages();
  return packages.length === 0 ? undefined : `these Debian packages are missing: ${packages.join(', ')}`;
}

/** Whether `npm run lab` is asked for machines that run: KAAS_LAB_MACHINES=real. Throws if they cannot. */
export function machinesWanted(): boolean {
  if (process.env['KAAS_LAB_MACHINES'] !== 'real') return false;
  const refused = machinesRefused();
  if (refused !== undefined) throw new Error(`KAAS_LAB_MACHINES=real: ${refused}`);
  return true;
}
