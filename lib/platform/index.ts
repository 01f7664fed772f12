export type { Bundle, ChartRelease, ChartSource } from './bundle.ts';
export { type PlatformParts, platformBundles } from './bundles.ts';
export { etcdDatastores, membersOf } from './datastores.ts';
export { type ExternalObject, externalObjects } from './external.ts';
export { etcdEndpoints, type EtcdNames, etcdNames, namespaces } from './names.ts';
export { objectsOf, type PlatformObject } from './object.ts';
export { keep } from './keep.ts';
export { networkObjects } from './tenant-network.ts';
