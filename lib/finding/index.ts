export * from './finding.ts';
export * from './print.ts';
