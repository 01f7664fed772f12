export * from './address.ts';
export * from './gaps.ts';
export * from './range.ts';
