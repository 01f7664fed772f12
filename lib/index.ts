/** The library: typed constructs for platform and tenants, without the input files or with them. */
export * from './constructs/index.ts';
export * from './fleet/index.ts';
export * as finding from './finding/index.ts';
export * as net from './net/index.ts';
export { platformBundles, type PlatformParts } from './platform/bundles.ts';
export { synthesize, type Synthesis } from './synth/synthesize.ts';
export * as imports from '../imports/index.ts';
