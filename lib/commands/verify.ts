import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Finding, hasErrors, type Place } from '../finding/index.ts';
import { type FleetDraft, isTenant, readFleet, type Tenant, type TenantDraft } from '../fleet/index.ts';
import {
  type Answer,
  type Api,
  httpApi,
  noContextFinding,
  type Proxy,
  scaleCheck,
  unreachable,
  verifyRemoval,
  verifySite,
  verifyTenant,
  wasTenant,
} from '../verify/index.ts';
import { type Command, type Input, type Io, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { demandName, tenantOf, unknownTenant } from './named-tenant.ts';
import { demandServer } from './server.ts';
import { countText, formatOf, formatOption, tellFindings } from './tell.ts';
import { isLost, managementServer, workloadOf } from './verify-servers.ts';

/** `kaas verify`: holds the files against the live site. */
export const command: Command = {
  verb: 'verify',
  summary:
    'Say whether a tenant lives as its file says, or is gone without a trace; read only, unless --scale is given',
  positionals: '[TENANT]',
  arity: [0, 1],
  options: {
    ...folderOptions,
    context: {
      type: 'string',
      value: 'NAME',
      description: "context of the kubeconfig; default: kubectl's current one",
    },
    kubeconfig: {
      type: 'string',
      value: 'FILE',
      description: 'kubeconfig of the management cluster, as kubectl takes it',
    },
    server: {
      type: 'string',
      value: 'URL',
      description:
        'management API server that needs no credentials, such as a running kubectl proxy; kubectl is then not used for it',
    },
    'tenant-server': { type: 'string', value: 'URL', description: "the same for the tenant's API server" },
    scale: {
      type: 'boolean',
      description:
        'also let the autoscaler add a worker and take it away again; starts pods in the tenant, and takes up to 45 minutes',
    },
    ...formatOption,
  },
  examples: [
    'kaas verify acme',
    'kaas verify acme --context mgmt --scale',
    'kaas verify workshop   # state: removing: may its file be deleted now? Its file gone: is anything left?',
    'kaas verify   # Clusters whose file is gone',
  ],
  run: async (input, io) => {
    demandServer(input, 'server');
    demandServer(input, 'tenant-server');
    const folders = foldersOf(input, io);
    const { fleet } = readFleet(folders);
    if (fleet === undefined) throw new UsageError('the site file cannot be read; run kaas check');
    demandName(input, fleet, folders);
    const proxies: Proxy[] = [];
    const kubeconfig = input.text('kubeconfig');
    if (kubeconfig !== undefined && !existsSync(resolve(io.cwd, kubeconfig)))
      throw new UsageError(
        `no file ${kubeconfig}; allowed: a kubeconfig of the management cluster; correct --kubeconfig`,
      );
    const place = placeOf(input, fleet);
    try {
      const server = await managementServer(input, proxies, place);
      if (typeof server !== 'string') return cannotAsk(server, input, io);
      const management = httpApi(server);
      const silent = await unreachable(management, place);
      if (silent !== undefined) return cannotAsk(isLost(input) ? noContextFinding(place) : silent, input, io);
      const answers = await answersOf(input, fleet, management, proxies);
      return tell(answers, input, io);
    } finally {
      for (const proxy of proxies) proxy.stop();
    }
  },
};

/** What a run is about: a tenant's file where there is one, or that of the site. */
function placeOf(input: Input, fleet: FleetDraft): Place {
  const { file } = (tenantOf(input, fleet) ?? fleet.site).source;
  return { file, line: 1, column: 1 };
}

/** The tool could not do what it is for, which is not the tenant's fault: exit code 2. */
function cannotAsk(finding: Finding, input: Input, io: Io): number {
  tellFindings([finding], formatOf(input), io);
  return 2;
}

async function answersOf(
  input: Input,
  fleet: FleetDraft,
  management: Api,
  proxies: Proxy[],
): Promise<Answer[]> {
  const [name] = input.positionals;
  if (name === undefined) return verifySite(fleet.tenants, management);
  const tenant = tenantOf(input, fleet);
  if (tenant === undefined || tenant.state === 'removing') {
    const answer = await verifyRemoval(name, tenant, management);
    const isKnown = tenant !== undefined || answer.findings.length > 0 || (await wasTenant(name, management));
    if (!isKnown) throw unknownTenant(name, fleet);
    return [answer];
  }
  const view = {
    tenant: whole(tenant),
    management,
    workload: await workloadOf(whole(tenant), input, management, proxies),
  };
  const answers = await verifyTenant(view);
  if (!input.flag('scale')) return answers;
  if (fleet.versions === undefined)
    throw new UsageError('platform/versions.yaml is not there; --scale needs an image of it');
  return [...answers, await scaleCheck(view, fleet.versions.images.node)];
}

function whole(tenant: TenantDraft): Tenant {
  if (!isTenant(tenant)) throw new UsageError(`tenants/${tenant.name}.yaml cannot be read; run kaas check`);
  return tenant;
}

function tell(answers: readonly Answer[], input: Input, io: Io): number {
  const findings = answers.flatMap((answer) => answer.findings);
  const format = formatOf(input);
  if (format === 'text')
    for (const { check, seen, made, findings: own } of answers)
      if (own.length === 0) io.err(`${made ? 'good' : 'not checked'}: ${check}: ${seen}\n`);
  tellFindings(findings, format, io);
  if (format === 'text')
    io.err(
      `${hasErrors(findings) ? 'not good' : 'good'}${findings.length === 0 ? '' : `: ${countText(findings)}`}\n`,
    );
  return hasErrors(findings) ? 1 : 0;
}
