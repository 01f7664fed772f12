import type { Place } from '../../finding/index.ts';
import type { FleetDraft, Path, TenantDraft } from '../../fleet/index.ts';
import { listed } from '../text.ts';
import { livingTenants, type Pair } from './pairs.ts';

/** A value of tenants that the site may give them. */
export interface TenantValue {
  /** Way to it in a tenant file. */
  readonly path: Path;
  /** Way to it in the site file, for tenants that say nothing. */
  readonly sitePath: Path;
  /** The value as text; undefined if it cannot be read, which is then not compared. */
  text(tenant: TenantDraft): string | undefined;
}

/** A value that changed: of one tenant by its own file, or of all that follow the site. */
export interface ChangedValue {
  readonly place: Place;
  /** Names of the tenants, the first few. */
  readonly who: string;
  readonly was: string;
  readonly is: string;
}

/** The changes of a value of living tenants, each told once where it was made. */
export function changedValues(earlier: FleetDraft, fleet: FleetDraft, value: TenantValue): ChangedValue[] {
  const own: ChangedValue[] = [];
  const followers = new Map<
    string,
    { readonly was: string; readonly is: string; readonly names: string[] }
  >();
  for (const pair of livingTenants(earlier, fleet)) {
    const was = value.text(pair.was);
    const is = value.text(pair.is);
    if (was === undefined || is === undefined || was === is) continue;
    if (isOwn(pair, value.path)) {
      own.push({ place: pair.is.source.place(value.path), who: pair.is.name, was, is });
      continue;
    }
    const known = followers.get(`${was}\n${is}`);
    if (known === undefined) followers.set(`${was}\n${is}`, { was, is, names: [pair.is.name] });
    else known.names.push(pair.is.name);
  }
  const place = fleet.site.source.place(value.sitePath);
  return [
    ...own,
    ...[...followers.values()].map(({ was, is, names }) => ({ place, who: listed(names), was, is })),
  ];
}

/** True if the tenant's own file speaks of the value now, or did. */
function isOwn({ was, is }: Pair<TenantDraft>, path: Path): boolean {
  return valueAt(is.file, path) !== undefined || valueAt(was.file, path) !== undefined;
}

function valueAt(file: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    file,
  );
}
