import type { Endpoint } from './http.ts';

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
