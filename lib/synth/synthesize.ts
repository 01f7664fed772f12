import { judge } from '../checks/index.ts';
import type { ClusterObject } from '../constructs/index.ts';
import { type Finding, hasErrors } from '../finding/index.ts';
import {
  type FleetDraft,
  type FleetFolders,
  isTenant,
  readFleet,
  type Tenant,
  type Versions,
} from '../fleet/index.ts';
import { type Manifest, manifestFile, type ManifestObject, type OutputFile } from '../output/index.ts';
import { expansionFindings } from './expansion-findings.ts';
import { generationsOf } from './generations.ts';
import { platformManifests } from './platform-manifests.ts';
import { TenantClasses } from './tenant-class.ts';
import { tenantManifests } from './tenant-manifests.ts';
import { manifestFindings } from './violation-findings.ts';

/** What the input files say: every finding, and the files of dist/ if no finding is an error. */
export interface Synthesis {
  readonly findings: readonly Finding[];
  /** Undefined if there is an error. Sorted by nothing: paths are unique. */
  readonly files: readonly OutputFile[] | undefined;
  readonly tenants: number;
}

/** Called as work goes on, with how many of how many tenants are done. */
export type Progress = (done: number, all: number) => void;

/** Reads, judges, builds and validates. Writes nothing; throws only for faults of the tool or of the file system. */
export function synthesize(folders: FleetFolders, progress?: Progress): Synthesis {
  return buildJudged(judgeFleet(folders), (fleet) => fleet.tenants, progress);
}

/**
 * Reads and judges, with an earlier fleet what changes as well, and builds only where building can say more than the rules:
 * tenants that patch templates or are on an older class generation, and the platform.
 * What every other tenant becomes is valid by the rules (shown by test/constructs/knobs.test.ts).
 */
export function checkFleet(
  folders: FleetFolders,
  progress?: Progress,
  earlier?: FleetDraft,
): Omit<Synthesis, 'files'> {
  return buildJudged(judgeFleet(folders, earlier), unusualTenants, progress);
}

function buildJudged(
  { fleet, findings }: ReturnType<typeof judgeFleet>,
  chosen: (fleet: FleetDraft) => FleetDraft['tenants'],
  progress: Progress = () => undefined,
): Synthesis {
  const tenants = fleet?.tenants.length ?? 0;
  if (fleet === undefined || hasErrors(findings)) return { findings, files: undefined, tenants };
  const built = build({ ...fleet, tenants: chosen(fleet) }, progress);
  const all = [...findings, ...built.findings];
  return { findings: all, files: hasErrors(all) ? undefined : built.files, tenants };
}

function unusualTenants(fleet: FleetDraft): FleetDraft['tenants'] {
  const newest = newestClass(fleet);
  return fleet.tenants.filter((tenant) => tenant.patches.length > 0 || tenant.class !== newest);
}

function newestClass({ classes }: FleetDraft): string | undefined {
  const number = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return classes.map(({ name }) => name).sort((a, b) => number(b) - number(a))[0];
}

/** Reads and judges; with an earlier fleet, what changes as well. */
export function judgeFleet(
  folders: FleetFolders,
  earlier?: FleetDraft,
): {
  readonly fleet: FleetDraft | undefined;
  readonly findings: readonly Finding[];
} {
  const { fleet, findings } = readFleet(folders);
  return {
    fleet,
    findings: fleet === undefined ? findings : unique([...findings, ...judge(fleet, earlier)]),
  };
}

interface Built {
  readonly findings: readonly Finding[];
  readonly files: readonly OutputFile[];
}

/** Tenant by tenant, keeping only findings and text: a large fleet's objects would not fit in memory together. */
function build({ site, versions, tenants: drafts, classes }: FleetDraft, progress: Progress): Built {
  if (versions === undefined) throw new Error('platform/versions.yaml is not there');
  const generations = generationsOf(classes);
  const tenantClasses = new TenantClasses(generations);
  const tenants = drafts.filter(isTenant);
  const findings: Finding[] = [];
  const files: OutputFile[] = [];
  const add = (built: Built): void => {
    findings.push(...built.findings);
    files.push(...built.files);
  };
  for (const [index, tenant] of tenants.entries()) {
    add(buildTenant(tenant, tenantClasses, versions));
    progress(index + 1, tenants.length);
  }
  add(
    validated(
      platformManifests({
        site,
        versions,
        tenants,
        classes: [...generations.values(), ...tenantClasses.variants],
      }),
    ),
  );
  return { findings, files };
}

function buildTenant(tenant: Tenant, classes: TenantClasses, versions: Versions): Built {
  const found = classes.of(tenant);
  if ('finding' in found) return { findings: [found.finding], files: [] };
  const manifests = tenantManifests(tenant, { className: found.generation.name, versions });
  const clusters = manifests.map(({ object }) => object).filter(isCluster);
  const expanded = clusters.flatMap((cluster) => expansionFindings(tenant, cluster, found.generation));
  const { findings, files } = validated(manifests);
  return { findings: [...expanded, ...findings], files };
}

function validated(manifests: readonly Manifest[]): Built {
  return { findings: manifestFindings(manifests), files: manifests.map(manifestFile) };
}

function isCluster(object: ManifestObject): object is ManifestObject & ClusterObject {
  return object.kind === 'Cluster';
}

/** The same complaint can reach a place on two ways, such as once per pool that inherits a value. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
