import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Rooms of lib/ and what each may import: data flows read -> judge -> build -> validate -> write -> tell. */
const rooms = {
  finding: [],
  net: [],
  fleet: ['finding', 'net'],
  checks: ['finding', 'net', 'fleet', 'autoscaler'],
  constructs: ['finding', 'net', 'fleet'],
  platform: ['finding', 'net', 'fleet', 'constructs', 'autoscaler'],
  gitops: ['finding', 'net', 'fleet', 'platform'],
  autoscaler: [],
  output: ['finding'],
  report: ['finding', 'net', 'fleet', 'output'],
  verify: ['finding', 'net', 'fleet'],
  new: ['finding', 'net', 'fleet', 'checks'],
  explain: ['fleet', 'checks', 'synth', 'verify'],
  restore: ['finding', 'fleet', 'platform'],
  'restore/etcd': [],
  'restore/program': ['restore/etcd'],
  completion: [],
};

const zones = Object.entries(rooms).map(([room, allowed]) => ({
  target: `./lib/${room}`,
  from: './lib',
  except: [room, ...allowed].map((name) => `./${name}`),
  message: `lib/${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (CONTRIBUTING.md, "The rooms").`,
}));

export default tseslint.config(
  {
    ignores: [
      'build/',
      'dist/',
      'coverage/',
      'node_modules/',
      'lib/fleet/generated/',
      'imports/index.ts',
      'imports/types/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['lib/constructs/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'describe'], package: '@jest/globals' },
          ],
        },
      ],
    },
  },
);
