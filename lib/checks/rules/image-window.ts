import { kamajiWindow, kubernetesWindowText, type Version, type Versions } from '../../fleet/index.ts';
import type { Related } from '../../finding/index.ts';
import { versionsOf } from '../versions.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'image-window',
  severity: 'warning',
  summary:
    'Every node image that no tenant runs yet is of a version that the pinned releases can run: one of the window of Kamaji, with a cluster-autoscaler.',
  why: 'Whoever takes a version from the list of images would learn only then that it cannot be had, or not with a pool that has bounds.',
  example: `--- # platform/site.yaml
images: [v1.35.5, v1.37.0]`,
  remedy: 'remove it from images, pin what can run it, or accept the warning with the reason',
  *check({ site, versions, tenants }) {
    if (versions === undefined) return;
    // Of a version that a tenant runs, the same is told at the tenant.
    const run = new Set(tenants.flatMap(versionsOf).map(({ version }) => version.text));
    for (const [index, image] of site.images.entries()) {
      const fault = run.has(image.text) ? undefined : faultOf(image, versions);
      if (fault !== undefined) yield { place: site.source.place(['images', index]), ...fault };
    }
  },
};

type Fault = Pick<Complaint, 'problem' | 'allowed'> & { readonly related: readonly Related[] };

function faultOf({ text, minor }: Version, { source, kamaji, autoscaler }: Versions): Fault | undefined {
  const window = kamajiWindow(kamaji.version);
  if (window !== undefined && (minor < window.min || minor > window.max))
    return {
      problem: `no tenant can run the image ${text}: Kamaji ${kamaji.version} cannot`,
      allowed: `allowed: ${kubernetesWindowText(window)}`,
      related: [{ place: source.place(['kamaji', 'version']), note: 'the pinned release' }],
    };
  if (autoscaler[`1.${String(minor)}`] !== undefined) return undefined;
  return {
    problem: `no pool with bounds can run the image ${text}: there is no cluster-autoscaler image of v1.${String(minor)}`,
    allowed: `allowed: ${Object.keys(autoscaler)
      .sort()
      .map((known) => `v${known}`)
      .join(', ')}`,
    related: [{ place: source.place(['autoscaler']), note: 'the pinned images' }],
  };
}
