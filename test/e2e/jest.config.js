import base from '../../jest.config.js';

/** Scenarios: each file starts processes of its own, so one after another; a scenario waits for controllers. */
/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/test/e2e'],
  testMatch: ['**/*.e2e.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 600_000,
};
