import type { ApiServerVolume, OIDC, Tenant } from '../../fleet/index.ts';
import type { Json } from '../class/variable.ts';

/** A volume of the API server together with where it is mounted. */
export interface MountedVolume {
  readonly volume: Json;
  readonly mount: Json;
}

const auditPath = '/etc/kubernetes/audit';

/** Arguments of the API server: what the tenant says, its identity provider, its audit log. */
export function apiServerArgs(tenant: Tenant): string[] {
  return componentArgs({
    ...(tenant.oidc === undefined ? {} : oidcArgs(tenant.oidc)),
    ...auditArgs(tenant),
    ...tenant.apiServer.args,
  });
}

/** `--name=value`, in the order of the names. */
export function componentArgs(args: Readonly<Record<string, string>>): string[] {
  return Object.keys(args)
    .sort()
    .map((name) => `--${name}=${args[name] ?? ''}`);
}

/** Source: kube-apiserver --help, group "OIDC flags" (v1.35). */
function oidcArgs(oidc: OIDC): Readonly<Record<string, string>> {
  const claims = Object.entries(oidc.requiredClaims ?? {}).sort();
  return {
    'oidc-issuer-url': oidc.issuer,
    'oidc-client-id': oidc.clientID,
    ...(oidc.usernameClaim === undefined ? {} : { 'oidc-username-claim': oidc.usernameClaim }),
    ...(oidc.usernamePrefix === undefined ? {} : { 'oidc-username-prefix': oidc.usernamePrefix }),
    ...(oidc.groupsClaim === undefined ? {} : { 'oidc-groups-claim': oidc.groupsClaim }),
    ...(oidc.groupsPrefix === undefined ? {} : { 'oidc-groups-prefix': oidc.groupsPrefix }),
    ...(oidc.signingAlgs === undefined ? {} : { 'oidc-signing-algs': oidc.signingAlgs.join(',') }),
    ...(claims.length === 0
      ? {}
      : { 'oidc-required-claim': claims.map(([name, value]) => `${name}=${value}`).join(',') }),
    ...(oidc.caFile === undefined ? {} : { 'oidc-ca-file': oidc.caFile }),
  };
}

/** The log goes to standard output: the pod has no disk to keep it on, and log collection works as for any pod. */
function auditArgs({ auditPolicy }: Tenant): Readonly<Record<string, string>> {
  return auditPolicy === undefined
    ? {}
    : { 'audit-policy-file': `${auditPath}/policy.yaml`, 'audit-log-path': '-' };
}

/** Volumes that the tenant names. */
export function apiServerVolumes({ volumes }: Tenant): MountedVolume[] {
  return volumes.map((volume) => ({
    volume: sourceOf(volume),
    mount: { name: volume.name, mountPath: volume.mountPath, readOnly: true },
  }));
}

/** The volume of the audit policy, if there is one. */
export function auditVolume({ auditPolicy }: Tenant): MountedVolume[] {
  if (auditPolicy === undefined) return [];
  return [
    {
      volume: { name: 'audit-policy', configMap: { name: auditPolicy } },
      mount: { name: 'audit-policy', mountPath: auditPath, readOnly: true },
    },
  ];
}

function sourceOf({ name, secret, configMap = '' }: ApiServerVolume): Json {
  return secret === undefined
    ? { name, configMap: { name: configMap } }
    : { name, secret: { secretName: secret } };
}
