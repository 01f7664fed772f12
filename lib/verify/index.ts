export { type Api, ApiError, httpApi } from './api.ts';
export { hasCurrentContext, type Proxy, startProxy, startProxyWith } from './kubectl-proxy.ts';
export { wasTenant } from './removal.ts';
export { liveRules } from './live-rules.ts';
export { noContextFinding, unreachable, unreachableFinding } from './reachable.ts';
export { type Patience, scaleCheck } from './scale.ts';
export type { Answer, TenantView } from './tenant-view.ts';
export { verifyRemoval, verifySite, verifyTenant } from './verify.ts';
export { workloadKubeconfig } from './workload.ts';
