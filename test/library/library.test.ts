import { expect, test } from '@jest/globals';
import { App, Chart } from 'cdk8s';
import { ClassGeneration, imports } from '../../lib/index.ts';

test('the constructs make manifests without any input file', () => {
  // GIVEN an app of one's own
  const app = new App();
  const chart = new Chart(app, 'my-platform', { disableResourceNameHashes: true });

  // WHEN it uses a construct of the library and a kind of Cluster API
  new ClassGeneration(chart, 'class', { name: 'my-class-1' });
  new imports.Cluster(chart, 'cluster', {
    metadata: { name: 'blue', namespace: 'blue' },
    spec: { topology: { classRef: { name: 'my-class-1', namespace: 'kaas-system' }, version: 'v1.35.5' } },
  });

  // THEN its manifests are plain objects
  const objects = chart.toJson() as { apiVersion: string; kind: string; metadata: { name: string } }[];
  expect(objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)).toEqual([
    'infrastructure.cluster.x-k8s.io/v1alpha2 ProxmoxClusterTemplate my-class-1-cluster',
    'controlplane.cluster.x-k8s.io/v1alpha2 KamajiControlPlaneTemplate my-class-1-control-plane',
    'bootstrap.cluster.x-k8s.io/v1beta2 KubeadmConfigTemplate my-class-1-join',
    'infrastructure.cluster.x-k8s.io/v1alpha2 ProxmoxMachineTemplate my-class-1-machine',
    'cluster.x-k8s.io/v1beta2 ClusterClass my-class-1',
    'cluster.x-k8s.io/v1beta2 Cluster blue',
  ]);
});
