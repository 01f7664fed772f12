export * from './address.ts';
export * from './range.ts';
