import type { KubeObject } from '../lab/object.ts';

/** A pod on a Node that serves its own name on port 8080. */
export const podOn = (nodeName: string, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', labels: { web: name } },
  spec: {
    nodeName,
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        name: 'web',
        image: 'lab.invalid/busybox:lab',
        args: ['-c', `echo ${name} > /tmp/name; echo ${name} serves; exec httpd -f -p 8080 -h /tmp`],
      },
    ],
  },
});

/** A Service in front of the pod of that name. */
export const webService = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default' },
  spec: { selector: { web: name }, ports: [{ port: 8080 }] },
});

/** A pod that only Nodes with this label `tier` may have. */
export const podInTier = (tier: string, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' },
  },
  spec: {
    nodeSelector: { tier },
    terminationGracePeriodSeconds: 1,
    containers: [
      { name: 'sleep', image: 'registry.k8s.io/pause:3.10', resources: { requests: { cpu: '100m' } } },
    ],
  },
});
