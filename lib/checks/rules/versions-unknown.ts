import { unknownReleases } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'versions-unknown',
  severity: 'warning',
  summary: 'A pinned release belongs to a series that this version of kaas was made with.',
  why: 'The types, the class and the fix-ups were made from the releases that were looked at. Another series may lack a field or have renamed it, or may not need a fix-up, which then fails to apply.',
  example: `--- # platform/versions.yaml
providers:
  proxmox: {version: v0.10.0, image: ghcr.io/ionos-cloud/cluster-api-provider-proxmox:v0.10.0}`,
  remedy: 'try it on a site of its own first, and look for a newer kaas',
  *check({ versions }) {
    if (versions === undefined) return;
    for (const { title, release, oldest, newest, path } of unknownReleases(versions))
      yield {
        place: versions.source.place(path),
        problem: `${title} ${release} is of a series that was not looked at`,
        allowed: `known: ${oldest === newest ? newest : `${oldest} to ${newest}`}`,
      };
  },
};
