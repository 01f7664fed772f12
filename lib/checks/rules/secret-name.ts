import type { Path } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

const subdomain = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

export const rule: Rule = {
  id: 'secret-name',
  severity: 'error',
  summary: 'The name of a Secret is one that Kubernetes takes.',
  why: 'A Secret of another name cannot exist, so what refers to it waits for ever. People also paste the value itself here, which then lies in Git.',
  example: `--- # platform/site.yaml
csi: {secret: Proxmox_CSI, storage: ceph-vms, storageClass: ceph-rbd}`,
  remedy:
    'name the Secret; if a value stood here, it is known to everyone who can read the repository: change it',
  *check({ site }) {
    const { proxmox, gitops, csi, vips, datastores } = site.file;
    const names: [Path, string | undefined][] = [
      [['proxmox', 'credentialsSecret'], proxmox.credentialsSecret],
      [['gitops', 'secret'], gitops.secret],
      [['csi', 'secret'], csi?.secret],
      ...Object.entries(vips.bgp?.peers ?? {}).map(([name, { secret }]): [Path, string | undefined] => [
        ['vips', 'bgp', 'peers', name, 'secret'],
        secret,
      ]),
      ...Object.entries(datastores).flatMap(([name, { secret, tlsSecret }]): [Path, string | undefined][] => [
        [['datastores', name, 'secret'], secret],
        [['datastores', name, 'tlsSecret'], tlsSecret],
      ]),
    ];
    for (const [path, name] of names) {
      if (name === undefined || subdomain.test(name)) continue;
      yield {
        place: site.source.place(path),
        // The value is not shown: it may be the secret itself.
        problem: `${path.join('.')} is not the name of a Secret`,
        allowed: 'allowed: lower-case letters, digits, dashes and dots',
      };
    }
  },
};
