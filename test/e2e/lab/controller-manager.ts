import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer } from './api-server.ts';
import { binary, ensureBuilt } from './build.ts';
import { kubeControllerManager } from './components.ts';
import { kubeconfig } from './kubeconfig.ts';
import { freePort } from './ports.ts';
import { type Program, start } from './program.ts';

/**
 * A real kube-controller-manager: garbage collection, namespaces, ServiceAccounts, Deployments.
 * Node life cycle is off, since the lab's Nodes have no kubelet that would renew their lease.
 */
export async function startControllerManager(api: ApiServer): Promise<Program> {
  await ensureBuilt([kubeControllerManager]);
  const file = join(api.dir, 'pki', 'controller-manager.kubeconfig');
  const endpoint = await api.identity('system:kube-controller-manager');
  writeFileSync(file, kubeconfig(endpoint), { mode: 0o600 });
  return start({
    name: 'kube-controller-manager',
    dir: api.dir,
    file: binary(kubeControllerManager),
    args: [
      `--kubeconfig=${file}`,
      `--authentication-kubeconfig=${file}`,
      `--authorization-kubeconfig=${file}`,
      `--service-account-private-key-file=${api.serviceAccountKeyFile}`,
      `--root-ca-file=${api.caFile}`,
      '--use-service-account-credentials=true',
      '--controllers=*,-node-lifecycle-controller',
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
    ],
  });
}
