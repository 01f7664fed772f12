import type { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-30';
import { luaHealth } from '../health/lua.ts';
import { argocdNamespace } from './keys.ts';

/**
 * The health checks as a part of Argo CD's own settings. The root leaves this file alone, because argocd-cm belongs to
 * whoever installed Argo CD: `kubectl apply --server-side --field-manager=kaas` adds these keys beside theirs.
 */
export function addHealthChecks(chart: Chart): void {
  new k8s.KubeConfigMap(chart, 'health', {
    metadata: {
      name: 'argocd-cm',
      namespace: argocdNamespace,
      labels: { 'app.kubernetes.io/part-of': 'argocd' },
      annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' },
    },
    data: Object.fromEntries(
      Object.entries(luaHealth).map(([kind, lua]) => [`resource.customizations.health.${kind}`, lua]),
    ),
  });
}
