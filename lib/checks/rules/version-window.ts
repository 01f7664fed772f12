import { kamajiWindow, kubernetesWindowText } from '../../fleet/index.ts';
import { versionsOf } from '../versions.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'version-window',
  severity: 'error',
  summary: 'A Kubernetes version lies in the window of the pinned Kamaji release.',
  why: "Kamaji's webhook refuses a newer one. Of an older one, control plane or kubelets do not start: releases from edge-25.12.4 to 26.3.3-edge give every kubelet a configuration that those before 1.35 refuse (kamaji#1062).",
  example: `kubernetes: v1.37.0
--- # platform/site.yaml
images: [v1.35.5, v1.37.0]`,
  remedy: 'take a version of the window, or pin a Kamaji release that reaches it',
  *check({ versions, tenants }) {
    const window = versions === undefined ? undefined : kamajiWindow(versions.kamaji.version);
    if (versions === undefined || window === undefined) return;
    for (const { version, source, path } of tenants.flatMap(versionsOf)) {
      if (version.minor >= window.min && version.minor <= window.max) continue;
      yield {
        place: source.place(path),
        problem: `Kamaji ${versions.kamaji.version} cannot run ${version.text}`,
        allowed: `allowed: ${kubernetesWindowText(window)}`,
        related: [{ place: versions.source.place(['kamaji', 'version']), note: 'the pinned release' }],
      };
    }
  },
};
