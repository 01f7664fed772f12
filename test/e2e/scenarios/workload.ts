import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { binary } from '../lab/build.ts';
import { kubectl } from '../lab/components.ts';
import { connect, type KubeClient } from '../lab/client.ts';
import { endpointOf } from '../lab/kubeconfig.ts';
import type { Lab } from '../lab/lab.ts';
import { textAt } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { until } from '../lab/wait.ts';

const run = promisify(execFile);

/** A tenant's kubeconfig, as Cluster API keeps it; waits until it is there. */
async function kubeconfigOf({ client }: Lab, tenant: string): Promise<string> {
  const reference = { ...kinds.secret, name: `${tenant}-kubeconfig`, namespace: `tenant-${tenant}` };
  const value = await until(
    `the kubeconfig of ${tenant}`,
    async () => textAt(await client.get(reference), 'data.value') || undefined,
    { seconds: 300 },
  );
  return Buffer.from(value, 'base64').toString('utf8');
}

/** A client of a tenant's own API server, which answers already. */
export async function tenantClient(lab: Lab, tenant: string): Promise<KubeClient> {
  const client = connect(endpointOf(await kubeconfigOf(lab, tenant)));
  await until(`the API of ${tenant}`, () => client.raw({ method: 'GET', path: '/readyz' }), { seconds: 120 });
  return client;
}

/** kubectl in a tenant; returns what it prints. Throws with its words if it fails. */
export async function kubectlOf(
  lab: Lab,
  tenant: string,
): Promise<(...words: readonly string[]) => Promise<string>> {
  const file = join(lab.api.dir, `${tenant}.kubeconfig`);
  writeFileSync(file, await kubeconfigOf(lab, tenant), { mode: 0o600 });
  return async (...words) => (await run(binary(kubectl), ['--kubeconfig', file, ...words])).stdout;
}
