import { compareVersions, type FleetDraft, type Network, type Site } from '../fleet/index.ts';
import { compareText } from '../finding/index.ts';
import type { Lack } from './request.ts';

/**
 * The network that a new tenant takes when nothing is said: the one of its own name, or else the one that most tenants
 * share, or else the only one there is. The network of the VIPs is left to the VIPs if there is another.
 */
export function defaultNetwork({ site, tenants }: FleetDraft, name: string): string | Lack {
  const names = [...site.networks.keys()].sort(compareText);
  const others = names.filter((network) => network !== site.vipNetwork);
  const candidates = others.length > 0 ? others : names;
  const users = (network: string): number =>
    tenants.filter(({ networkName }) => networkName === network).length;
  if (candidates.includes(name) && users(name) === 0) return name;
  const [first, second] = [...candidates].sort((a, b) => users(b) - users(a) || compareText(a, b));
  if (first !== undefined && (second === undefined || users(first) > users(second))) return first;
  return lack('network', 'more than one network would do', candidates);
}

/** The network of the site with this name. */
export function networkNamed({ networks }: Site, name: string): Network | Lack {
  return (
    networks.get(name) ??
    lack('network', `the site has no network ${JSON.stringify(name)}`, [...networks.keys()], false)
  );
}

/** `medium`, or else the middle one of the site's sizes by memory. */
export function defaultSize({ sizes }: Site): string | Lack {
  if (sizes.has('medium')) return 'medium';
  const sorted = [...sizes].sort(
    ([a, x], [b, y]) => x.memoryMiB - y.memoryMiB || x.cores - y.cores || compareText(a, b),
  );
  const [name] = sorted[Math.floor((sorted.length - 1) / 2)] ?? [];
  return (
    name ?? { ...lack('size', 'the site has no sizes', [], false), remedy: 'add sizes to the site file' }
  );
}

/** What the file has to say of the datastore: nothing if there is one called default. */
export function defaultDatastore({ datastores }: Site): string | undefined | Lack {
  const names = [...datastores.keys()];
  if (datastores.has('default')) return undefined;
  return names.length === 1
    ? names[0]
    : lack('datastore', 'no datastore of the site is called default', names);
}

/** Versions of the site's images, newest first. */
export function versionsOf({ images }: Site): string[] {
  return [...images].sort((a, b) => compareVersions(b, a)).map(({ text }) => text);
}

function lack(option: Lack['option'], problem: string, names: readonly string[], askable = true): Lack {
  return {
    option,
    problem,
    allowed: `allowed: ${names.join(', ')}`,
    remedy: `choose one with --${option}`,
    askable,
  };
}
