import { ownedMounts } from '../kamaji-owned.ts';
import type { TenantDraft } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Arguments that name something that the API server makes itself. */
const written = ['audit-log-path', 'log-file', 'cert-dir', 'profiling-path'];

export const rule: Rule = {
  id: 'arg-file',
  severity: 'error',
  summary: 'A file that the API server is told to read lies in one of its volumes.',
  why: 'Its container has no other files: it does not start, and the control plane never becomes ready.',
  example:
    'controlPlane: {vip: 10.4.0.110, apiServer: {args: {authentication-config: /etc/authn/config.yaml}}}',
  remedy: 'add a volume with that mountPath, from a Secret or ConfigMap',
  *check({ tenants }) {
    for (const tenant of tenants) {
      const mounts = [...tenant.volumes.map(({ mountPath }) => mountPath), ...ownedMounts, '/etc/kubernetes'];
      for (const { path, what, file } of filesOf(tenant)) {
        if (mounts.some((mount) => file === mount || file.startsWith(`${mount.replace(/\/$/, '')}/`)))
          continue;
        const own = tenant.volumes.map(({ mountPath }) => mountPath);
        yield {
          place: tenant.source.place(path),
          problem: `${what} ${file} lies in no volume of the API server`,
          allowed: own.length === 0 ? 'there are no volumes' : `allowed: a path below ${own.join(', ')}`,
        };
      }
    }
  },
};

function filesOf({
  apiServer,
  oidc,
  file,
}: TenantDraft): { readonly path: string[]; readonly what: string; readonly file: string }[] {
  const args = Object.entries(apiServer.args)
    .filter(([name, value]) => value.startsWith('/') && !written.includes(name))
    .map(([name, value]) => ({ path: ['controlPlane', 'apiServer', 'args', name], what: name, file: value }));
  if (oidc?.caFile === undefined) return args;
  const inline = typeof file.controlPlane?.oidc === 'object';
  return [
    ...args,
    { path: ['controlPlane', 'oidc', ...(inline ? ['caFile'] : [])], what: 'caFile', file: oidc.caFile },
  ];
}
