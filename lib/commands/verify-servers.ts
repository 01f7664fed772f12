import type { Finding, Place } from '../finding/index.ts';
import type { Tenant } from '../fleet/index.ts';
import {
  type Api,
  hasCurrentContext,
  httpApi,
  type Proxy,
  startProxy,
  startProxyWith,
  unreachableFinding,
  workloadKubeconfig,
} from '../verify/index.ts';
import type { Input } from './command.ts';

/** URL of the management API server, or why there is none. */
export async function managementServer(
  input: Input,
  proxies: Proxy[],
  place: Place,
): Promise<string | Finding> {
  const given = input.text('server');
  if (given !== undefined) return given;
  try {
    const proxy = await startProxy(kubectlOptions(input));
    proxies.push(proxy);
    return proxy.server;
  } catch (error) {
    return unreachableFinding(error, place);
  }
}

/** The tenant's API server; undefined if none answers. */
export async function workloadOf(
  tenant: Tenant,
  input: Input,
  management: Api,
  proxies: Proxy[],
): Promise<Api | undefined> {
  const given = input.text('tenant-server');
  const server = given ?? (await workloadProxy(tenant, management, proxies));
  if (server === undefined) return undefined;
  const api = httpApi(server);
  try {
    await api.text('/readyz');
    return api;
  } catch {
    return undefined;
  }
}

async function workloadProxy(tenant: Tenant, management: Api, proxies: Proxy[]): Promise<string | undefined> {
  try {
    const kubeconfig = await workloadKubeconfig(tenant, management);
    if (kubeconfig === undefined) return undefined;
    const proxy = await startProxyWith(kubeconfig);
    proxies.push(proxy);
    return proxy.server;
  } catch {
    return undefined;
  }
}

/** Whether kubectl asked somewhere although nobody said which cluster is meant. */
export function isLost(input: Input): boolean {
  if (input.text('server') !== undefined || input.text('context') !== undefined) return false;
  return !hasCurrentContext(kubectlOptions(input));
}

function kubectlOptions(input: Input): string[] {
  return ['context', 'kubeconfig'].flatMap((option) => {
    const value = input.text(option);
    return value === undefined ? [] : [`--${option}`, value];
  });
}
