export { type Folder, deliver } from './deliver.ts';
export { appliedByHand } from './argocd/keys.ts';
export { tenantKinds } from './tenant-kinds.ts';
