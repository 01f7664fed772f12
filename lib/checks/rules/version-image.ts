import { compareVersions, type Site, type Version } from '../../fleet/index.ts';
import { versionsOf } from '../versions.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX, "VM template not found: found 0 VM templates with tags" (seen on v0.9.0). */
export const rule: Rule = {
  id: 'version-image',
  severity: 'error',
  summary: 'There is a node image of every Kubernetes version that a tenant or pool asks for.',
  why: 'New machines find no template to be cloned from; the old ones stay, on the old version.',
  example: 'kubernetes: v1.35.9',
  remedy: 'take one of them, or make the template and add it to images in the site file',
  *check({ site, tenants }) {
    for (const { version, source, path } of tenants.flatMap(versionsOf)) {
      if (site.images.some(({ text }) => text === version.text)) continue;
      const near = nearestImage(site, version);
      yield {
        place: source.place(path),
        problem: `there is no image of ${version.text}`,
        allowed: `allowed: ${site.images.map(({ text }) => text).join(', ')}`,
        related: [{ place: site.source.place(['images']), note: 'the images of the site' }],
        ...(near === undefined ? {} : { remedy: `did you mean ${near.text}?` }),
      };
    }
  },
};

/** The newest image of the same minor. */
function nearestImage({ images }: Site, { minor }: Version): Version | undefined {
  return images
    .filter((image) => image.minor === minor)
    .sort(compareVersions)
    .at(-1);
}
