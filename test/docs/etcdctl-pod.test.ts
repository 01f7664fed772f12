import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { clientUrl } from '../../lib/platform/backup/names.ts';
import { root } from './markdown.ts';

interface PodSpec {
  readonly securityContext: unknown;
  readonly automountServiceAccountToken: boolean;
  readonly containers: readonly {
    readonly image: string;
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly securityContext: unknown;
    readonly volumeMounts: unknown;
  }[];
  readonly volumes: unknown;
}

interface Pod {
  readonly metadata: { readonly namespace: string; readonly labels: unknown };
  readonly spec: PodSpec;
}

const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'));
const pod = read('docs/examples/etcdctl.yaml') as Pod;
const job = read('dist/platform/backup-default/cronjob-backup-default-defragment.yaml') as {
  readonly metadata: { readonly namespace: string };
  readonly spec: { readonly jobTemplate: { readonly spec: { readonly template: Pod } } };
};
const template = job.spec.jobTemplate.spec.template;
const [own, theirs] = [pod.spec.containers[0], template.spec.containers[0]];

test('the pod of etcdctl is let in as the backup jobs are: their namespace, labels, certificate and security', () => {
  expect(pod.metadata.namespace).toBe(job.metadata.namespace);
  expect(pod.metadata.labels).toEqual(template.metadata.labels);
  expect(pod.spec.volumes).toEqual(template.spec.volumes);
  expect(pod.spec.securityContext).toEqual(template.spec.securityContext);
  expect(pod.spec.automountServiceAccountToken).toBe(false);
  expect(own?.securityContext).toEqual(theirs?.securityContext);
  expect(own?.volumeMounts).toEqual(theirs?.volumeMounts);
  expect(own?.env).toEqual(expect.arrayContaining([...(theirs?.env ?? [])]));
});

test('it runs an etcd of the same repository, pinned', () => {
  const [repository = ''] = (theirs?.image ?? '').split(/:v/);
  expect(own?.image).toMatch(new RegExp(`^${repository}:v[\\d.]+@sha256:[a-f0-9]{64}$`));
});

test('it asks the Service of the datastore', () => {
  const endpoint = own?.env.find(({ name }) => name === 'ETCDCTL_ENDPOINTS')?.value;
  expect(endpoint).toBe(clientUrl('default', 'cluster.local'));
});
