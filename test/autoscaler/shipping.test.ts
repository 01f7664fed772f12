import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Testing } from 'cdk8s';
import { stringify } from 'yaml';
import { bundleAutoscaler } from '../../lib/synth/program-bundle.ts';
import { at } from '../../lib/autoscaler/json.ts';
import { AutoscalerJob } from '../../lib/platform/autoscaler-job.ts';
import type { AutoscalerJobProps } from '../../lib/platform/autoscaler-job.ts';
import { expectGolden } from './golden.ts';
import { settings } from './sample.ts';

const props: AutoscalerJobProps = {
  namespace: 'kaas-system',
  image:
    'docker.io/library/node:24.21.0-alpine3.24@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1',
  program: '// the program\n',
  settings,
};

function manifests(given: AutoscalerJobProps): readonly unknown[] {
  const chart = Testing.chart();
  new AutoscalerJob(chart, 'job', given);
  return chart.toJson() as readonly unknown[];
}

const ofKind = (objects: readonly unknown[], kind: string) =>
  objects.find((object) => at(object, 'kind') === kind);
const configMapName = (given: AutoscalerJobProps) =>
  at(ofKind(manifests(given), 'ConfigMap'), 'metadata', 'name');

describe('manifests of the job', () => {
  test('as a CronJob are exactly these', () => {
    const text = manifests(props).map((object) => stringify(object, { aliasDuplicateObjects: false }));
    expectGolden('cron-job.golden', text.join('---\n'));
  });

  test('as a Deployment run without end and answer the liveness probe', () => {
    const objects = manifests({ ...props, interval: 30 });
    expect(ofKind(objects, 'CronJob')).toBeUndefined();
    expectGolden('deployment.golden', stringify(ofKind(objects, 'Deployment')));
  });

  test('name the ConfigMap by what is in it, and the pod mounts that one', () => {
    const name = configMapName(props);
    expect(name).toMatch(/^kaas-autoscaler-[0-9a-f]{10}$/);
    expect(configMapName(props)).toBe(name);
    expect(configMapName({ ...props, program: '// another\n' })).not.toBe(name);
    expect(configMapName({ ...props, settings: { images: {} } })).not.toBe(name);
    expect(JSON.stringify(ofKind(manifests(props), 'CronJob'))).toContain(
      `"configMap":{"name":"${String(name)}"}`,
    );
  });

  test('let autoscalers scale by update only where a minor up to 1.32 asks for it', () => {
    const verbs = (images: Record<string, string>) => {
      const role = manifests({ ...props, settings: { images } }).find(
        (object) => at(object, 'metadata', 'name') === 'kaas-tenant-autoscaler',
      );
      return JSON.stringify(role).includes(
        '"resources":["machinedeployments/scale"],"verbs":["get","patch","update"]',
      );
    };
    expect(verbs({ '1.33': 'a', '1.36': 'b' })).toBe(false);
    expect(verbs({ '1.32': 'a', '1.36': 'b' })).toBe(true);
  });

  test('grant no Secret, no ConfigMap, no Namespace, no wildcard', () => {
    const roles = manifests(props).filter((object) => at(object, 'kind') === 'ClusterRole');
    expect(roles).toHaveLength(2);
    expect(JSON.stringify(roles)).not.toMatch(/secrets|configmaps|namespaces|\*|escalate|impersonate/);
  });
});

describe('the bundle', () => {
  let dir = '';
  let program = '';
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'kaas-autoscaler-'));
    program = bundleAutoscaler();
    writeFileSync(join(dir, 'job.mjs'), program);
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(settings));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const start = (args: readonly string[]) =>
    spawnSync(process.execPath, [join(dir, 'job.mjs'), ...args], { encoding: 'utf8', env: {} });

  test('is one readable module under 64 KB that imports only Node', () => {
    expect(Buffer.byteLength(program)).toBeLessThan(64 * 1024);
    const imports = [...program.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from);
    expect(imports.every((from) => from?.startsWith('node:'))).toBe(true);
    expect(program).not.toMatch(/\brequire\(|\bimport\(/);
    const longest = Math.max(...program.split('\n').map((line) => line.length));
    expect(longest).toBeLessThan(400);
  });

  test('has the same bytes from any working directory, and no path of this machine', () => {
    const before = process.cwd();
    process.chdir(dir);
    try {
      expect(bundleAutoscaler()).toBe(program);
    } finally {
      process.chdir(before);
    }
    expect(program).not.toContain(before);
  });

  test('runs alone: wrong use ends with 2 and says what to do', () => {
    expect(start(['--once'])).toMatchObject({ status: 2, stdout: '' });
    const outside = start(['--once', '--settings', join(dir, 'settings.json')]);
    expect(outside.status).toBe(2);
    expect(outside.stderr).toContain('kubectl proxy');
  });

  test('runs alone against an API server that is not there: 1, and a log of JSON lines', () => {
    const { status, stdout } = start([
      '--once',
      '--server',
      'http://127.0.0.1:1',
      '--deadline',
      '100ms',
      '--settings',
      join(dir, 'settings.json'),
    ]);
    expect(status).toBe(1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'the management cluster could not be read; nothing was changed'],
      ['warn', 'run finished'],
    ]);
  });
});
