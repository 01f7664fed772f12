import { parse } from 'yaml';
import type { Endpoint } from './http.ts';
import { textAt } from './object.ts';

/** A kubeconfig for one endpoint, as JSON, which every reader of YAML takes. */
export function kubeconfig({ url, ca, certificate, key, token }: Endpoint, name = 'lab'): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const user = {
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { 'client-certificate-data': base64(certificate) }),
    ...(key === undefined ? {} : { 'client-key-data': base64(key) }),
  };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  });
}

/** The endpoint of a kubeconfig with one cluster and one user. */
export function endpointOf(text: string): Endpoint {
  const config: unknown = parse(text);
  const decoded = (path: string): string | undefined => {
    const value = textAt(config, path);
    return value === '' ? undefined : Buffer.from(value, 'base64').toString('utf8');
  };
  const token = textAt(config, 'users.0.user.token');
  return {
    url: textAt(config, 'clusters.0.cluster.server'),
    ca: decoded('clusters.0.cluster.certificate-authority-data') ?? '',
    certificate: decoded('users.0.user.client-certificate-data'),
    key: decoded('users.0.user.client-key-data'),
    token: token === '' ? undefined : token,
  };
}
