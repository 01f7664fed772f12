import { judge } from '../checks/index.ts';
import { compareText, type Finding, hasErrors } from '../finding/index.ts';
import { type FleetDraft, resolveFile, type TenantDraft } from '../fleet/index.ts';
import { readYaml } from '../fleet/read-yaml.ts';
import { versionsOf } from './defaults.ts';
import { propose } from './proposal.ts';
import { isLack, type Lack, type Request } from './request.ts';
import { tenantText } from './tenant-text.ts';

/** A new tenant that may be written if it has no errors. */
export interface NewTenant {
  readonly text: string;
  readonly draft: TenantDraft | undefined;
  /** What the checks say of it, and of others because of it. */
  readonly findings: readonly Finding[];
}

/** Paths that the new file is told with and that it says itself. */
export interface NewFile {
  /** Path for places, such as `tenants/acme.yaml`. */
  readonly file: string;
  /** Path of the tenant schema from the file's folder. */
  readonly schema: string;
}

/**
 * The file of a new tenant, judged together with the fleet. The newest version that passes is taken when none was asked for.
 * Pure: nothing is written.
 */
export function addTenant(fleet: FleetDraft, request: Request, file: NewFile): NewTenant | Lack {
  const proposal = propose(fleet, request);
  if (isLack(proposal)) return proposal;
  const versions = request.kubernetes === undefined ? versionsOf(fleet.site) : [request.kubernetes];
  const before = new Set(judge(fleet).map(identity));
  let newest: NewTenant | undefined;
  for (const version of versions) {
    const tried = judged(fleet, request.name, file.file, tenantText(proposal, version, file.schema), before);
    if (!hasErrors(tried.findings)) return tried;
    newest ??= tried;
  }
  if (newest === undefined) throw new Error('the schema requires an image');
  return newest;
}

/** The fleet with one tenant more, in the order of the names. */
export function withTenant(fleet: FleetDraft, draft: TenantDraft): FleetDraft {
  return { ...fleet, tenants: [...fleet.tenants, draft].sort((a, b) => compareText(a.name, b.name)) };
}

function judged(
  fleet: FleetDraft,
  name: string,
  file: string,
  text: string,
  before: ReadonlySet<string>,
): NewTenant {
  const { draft, findings } = resolveFile(readYaml(file, text), name, fleet.site);
  const after = draft === undefined ? [] : judge(withTenant(fleet, draft));
  return {
    text,
    draft,
    findings: [...findings, ...after.filter((finding) => !before.has(identity(finding)))],
  };
}

const identity = ({ rule, place, problem }: Finding): string => JSON.stringify([rule, place, problem]);
