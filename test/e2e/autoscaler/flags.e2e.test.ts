import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { AUTOSCALER_OPTIONS } from '../../../lib/autoscaler/options.ts';
import { flagsFor } from '../../../lib/autoscaler/flags.ts';
import { cluster } from '../../autoscaler/sample.ts';
import { optionalBinary } from '../lab/build.ts';
import { optionalComponents } from '../lab/components.ts';

/** The real program, if KAAS_LAB_BIN has it. */
const program = optionalBinary(optionalComponents.clusterAutoscaler);
const withProgram = program === undefined ? test.skip : test;

/** Runs it until it misses the kubeconfig, which it reads only after all flags. */
function start(flags: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program ?? '', flags, { encoding: 'utf8', timeout: 60_000, env: {} });
  return stdout + stderr;
}

withProgram('a real cluster-autoscaler takes every flag that the job gives it', () => {
  const annotations = { 'autoscaler.kaas.lab/expander': 'priority,least-waste' };
  expect(start(flagsFor(cluster({ annotations }), []))).toContain('/mnt/kubeconfig/value: no such file');
});

withProgram('the flag of every option exists, and no other is taken for one', () => {
  for (const { name, fallback } of AUTOSCALER_OPTIONS)
    expect(start([`--${name}=${fallback}`, '--kubeconfig=/nowhere'])).toContain('/nowhere: no such file');
  expect(start(['--scale-down-unneded-time=10m', '--kubeconfig=/nowhere'])).toMatch(/unknown flag/);
});
