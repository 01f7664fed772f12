import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { needsOf } from './needs.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.e2e.test.ts'),
);

test('what every end-to-end test starts is known before it runs', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(() => needsOf(files)).not.toThrow();
});

test('each component is built once, and only for the files that start it', () => {
  const { components, clusterApi } = needsOf(['backup/backup.e2e.test.ts', 'scenarios/tenant.e2e.test.ts']);
  const names = components.map(({ name }) => name);
  expect(names.filter((name) => name === 'etcd')).toEqual(['etcd']);
  expect(names).toEqual(expect.arrayContaining(['etcdctl', 'rclone', 'capmox']));
  expect(names).not.toContain('kubectl');
  expect(clusterApi).toEqual(['1.13.5']);
});

test('a new file of which nothing is said is named', () => {
  expect(() => needsOf(['network/pods.e2e.test.ts'])).toThrow('network/pods.e2e.test.ts');
});
