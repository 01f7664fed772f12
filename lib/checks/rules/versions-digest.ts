import { parseImage } from '../../fleet/index.ts';
import { imagesOf } from '../pinned-images.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'versions-digest',
  severity: 'warning',
  summary: 'An image is pinned by its digest.',
  why: 'A tag can be moved: two nodes may then run two programs under one name, and a change of it is no change in Git.',
  example: `--- # platform/versions.yaml
providers:
  proxmox: {version: v0.9.0, image: ghcr.io/ionos-cloud/cluster-api-provider-proxmox:v0.9.0}`,
  remedy: 'look the digest up in a registry that you trust, such as with `crane digest IMAGE`, and append it',
  *check({ versions }) {
    if (versions === undefined) return;
    const bare = imagesOf(versions).filter(({ text }) => parseImage(text).digest === undefined);
    const [first] = bare;
    if (first === undefined) return;
    const names = bare.map(({ text }) => text).join(', ');
    yield {
      place: versions.source.place(first.path),
      problem:
        bare.length === 1
          ? `${names} has no digest`
          : `${String(bare.length)} images have no digest: ${names}`,
      allowed: 'wanted: repository:tag@sha256:...',
    };
  },
};
