import type { Tenant, TenantDraft } from '../fleet/index.ts';
import { type Api, ApiError } from './api.ts';
import { failureText } from './one-line.ts';
import { autoscalerCheck } from './checks/autoscaler.ts';
import { clusterCheck } from './checks/cluster.ts';
import { controlPlaneCheck } from './checks/control-plane.ts';
import { dnsCheck, logsCheck, networkCheck } from './checks/dns.ts';
import { endpointCheck } from './checks/endpoint.ts';
import { nodesCheck } from './checks/nodes.ts';
import type { LiveCheck } from './live-rules.ts';
import { leftoverCheck, removedCheck, shieldCheck } from './removal.ts';
import { type Answer, bad, type TenantView } from './tenant-view.ts';

const checks: readonly (readonly [LiveCheck, (view: TenantView) => Promise<Answer>])[] = [
  ['cluster', clusterCheck],
  ['control-plane', controlPlaneCheck],
  ['endpoint', endpointCheck],
  ['nodes', nodesCheck],
  ['logs', logsCheck],
  ['dns', dnsCheck],
  ['network', networkCheck],
  ['autoscaler', autoscalerCheck],
];

/** Asks everything about a living tenant that can be asked without changing anything. One check that fails stops no other. */
export async function verifyTenant(view: TenantView): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [name, check] of checks) answers.push(await asked(name, view.tenant, () => check(view)));
  return answers;
}

/** An API server that refuses or fails is an answer too. */
async function asked(name: LiveCheck, tenant: Tenant, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const said = error instanceof ApiError ? `${String(error.status)} ${error.message}` : failureText(error);
    return bad(name, tenant, [
      {
        problem: `the API server could not be asked: ${said}`,
        wanted: 'an answer',
        look: 'whether your account may read there: kubectl auth can-i --list',
      },
    ]);
  }
}

/** Of a tenant whose file says `removing`, and of one whose file is gone. */
export const verifyRemoval = (
  name: string,
  tenant: TenantDraft | undefined,
  management: Api,
): Promise<Answer> =>
  tenant === undefined ? removedCheck(name, management) : shieldCheck(tenant, management);

/** Of the whole site: Clusters without a file, and tenants whose removal goes on. */
export async function verifySite(tenants: readonly TenantDraft[], management: Api): Promise<Answer[]> {
  const removing = tenants.filter(({ state }) => state === 'removing');
  return [
    await leftoverCheck(tenants, management),
    ...(await Promise.all(removing.map((tenant) => shieldCheck(tenant, management)))),
  ];
}
