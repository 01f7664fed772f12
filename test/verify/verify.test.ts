import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../lib/cli.ts';
import { isTenant, readFleet, type Tenant } from '../../lib/fleet/index.ts';
import { httpApi, scaleCheck } from '../../lib/verify/index.ts';
import { liveCluster, management, node, paths, workload } from './site.ts';
import type { StandIn } from './stand-in.ts';

const root = new URL('../../', import.meta.url).pathname;
const running: StandIn[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.stop();
});

async function started(server: StandIn): Promise<string> {
  running.push(server);
  return server.start();
}

interface Outcome {
  readonly code: number;
  readonly text: string;
  readonly writes: readonly string[];
}

/** `kaas verify` of the sample fleet against the two stand-ins. */
async function verify(
  args: readonly string[],
  sides: { management?: StandIn; workload?: StandIn } = {},
): Promise<Outcome> {
  const mgmt = sides.management ?? management();
  const own = sides.workload ?? workload();
  const options = ['--server', await started(mgmt), '--tenant-server', await started(own)];
  let text = '';
  const tell = (more: string): void => void (text += more);
  const io = { out: tell, err: tell, cwd: root, color: false, interactive: false, env: {} };
  const code = await run(['verify', ...args, ...options], io);
  return { code, text, writes: [...mgmt.writes, ...own.writes] };
}

describe('a tenant that lives as its file says', () => {
  test('is good, each check with what it saw, and nothing was written', async () => {
    expect(await verify(['acme'])).toEqual({
      code: 0,
      text: [
        'good: cluster: available',
        'good: control-plane: 3 pods on 3 nodes, v1.35.5',
        'good: endpoint: 10.4.0.101:6443',
        'good: nodes: 2 Ready',
        'good: logs: read from kaas-dns-general-1',
        'good: dns: 2 pods behind 10.96.0.10',
        'good: network: 2 pods answer across Nodes',
        'good: autoscaler: runs',
        'good\n',
      ].join('\n'),
      writes: [],
    });
  });

  test('without a pod to ask says what could not be checked', async () => {
    const own = workload().list(paths.dnsPods);
    const { text } = await verify(['acme'], { workload: own });
    expect(text).toContain('not checked: logs: no pod to read from');
    expect(text).toContain('not checked: network: no pod to ask');
  });
});

describe('a tenant that does not', () => {
  const cases: readonly (readonly [string, (mgmt: StandIn, own: StandIn) => void, string])[] = [
    [
      'has no Cluster',
      (mgmt) => void mgmt.objects.delete(paths.cluster),
      'error[live-cluster]: there is no Cluster tenant-acme/acme; wanted: the Cluster of dist/tenants;',
    ],
    [
      'was not synced',
      (mgmt) =>
        void mgmt.set(paths.cluster, {
          ...liveCluster('acme'),
          spec: { topology: { version: 'v1.34.4' }, controlPlaneEndpoint: { host: '10.4.0.101' } },
        }),
      'tenants/acme.yaml:3:13: error[live-cluster]: the Cluster asks for v1.34.4; wanted: v1.35.5;',
    ],
    [
      'has a class that does not fit',
      (mgmt) =>
        void mgmt.set(paths.cluster, {
          ...liveCluster('acme'),
          status: {
            conditions: [
              { type: 'Available', status: 'True' },
              {
                type: 'TopologyReconciled',
                status: 'False',
                message: 'spec: Forbidden: ProxmoxMachineTemplate is immutable',
              },
            ],
          },
        }),
      'TopologyReconciled is False: spec: Forbidden: ProxmoxMachineTemplate is immutable; wanted: True; kubectl -n tenant-acme describe cluster acme',
    ],
    [
      'sleeps',
      (mgmt) =>
        void mgmt.set(paths.control, {
          status: {
            kubernetesResources: { version: { status: 'Sleeping' } },
            controlPlaneEndpoint: '10.4.0.101:6443',
          },
        }),
      'error[live-control-plane]: the TenantControlPlane is Sleeping; wanted: Ready;',
    ],
    [
      'has too few pods',
      (mgmt) =>
        void mgmt.list(paths.pods, { metadata: { name: 'acme-1' }, spec: {}, status: { phase: 'Pending' } }),
      '0 of 3 pods of the control plane are ready (acme-1 Pending); wanted: 3;',
    ],
    [
      'has all its pods on one node',
      (mgmt) => {
        const pod = {
          metadata: { name: 'p' },
          spec: { nodeName: 'mgmt-1' },
          status: { conditions: [{ type: 'Ready', status: 'True' }] },
        };
        mgmt.list(paths.pods, pod, pod, pod);
      },
      'warning[live-control-plane]: all pods of the control plane are on mgmt-1; wanted: different management nodes;',
    ],
    [
      'has another address than its VIP',
      (mgmt) =>
        void mgmt.set(paths.control, {
          status: {
            kubernetesResources: { version: { status: 'Ready' } },
            controlPlaneEndpoint: '10.4.0.20:6443',
          },
        }),
      'tenants/acme.yaml:4:21: error[live-endpoint]: the TenantControlPlane has the endpoint 10.4.0.20; wanted: 10.4.0.101;',
    ],
    [
      'gets no address',
      (mgmt) => void mgmt.set(paths.service, { status: {} }),
      'the Service has no endpoint; wanted: 10.4.0.101; kubectl -n tenant-acme describe service acme: MetalLB says there',
    ],
    [
      'does not answer',
      (_, own) => void own.objects.delete('/readyz'),
      'no API server answers at 10.4.0.101:6443; wanted: an answer to /readyz;',
    ],
    [
      'has a broken Node',
      (_, own) =>
        void own.list(
          paths.nodes,
          node('general-1'),
          node('general-2', 'Unknown', 'Kubelet stopped posting node status.'),
        ),
      'Node general-2 is not Ready: Kubelet stopped posting node status.; wanted: Ready;',
    ],
    [
      'has too many Nodes',
      (_, own) =>
        void own.list(
          paths.nodes,
          ...Array.from({ length: 9 }, (_unused, index) => node(`n${String(index)}`)),
        ),
      'there are 9 Nodes; wanted: 1 to 7;',
    ],
    [
      'has no Konnectivity',
      (_, own) => void own.failing.set(`${paths.dnsPods}/kaas-dns-general-1/log`, 500),
      'error[live-logs]: the log of kaas-dns-general-1 cannot be read: 500 refused:',
    ],
    [
      'has no DNS',
      (_, own) => void own.objects.delete(paths.dns),
      'error[live-dns]: the Service kaas-dns is not there; wanted: 10.96.0.10;',
    ],
    [
      'has DNS on one Node only',
      (_, own) => void own.list(paths.nodes, node('general-1'), node('general-2'), node('general-3')),
      'DNS runs on 2 of 3 Nodes; wanted: all of them;',
    ],
    [
      'has a broken pod network',
      (_, own) => void own.failing.set(`${paths.dnsPods}/kaas-dns-general-2:8181/proxy/ready`, 503),
      'error[live-network]: not reached over the pod network: kaas-dns-general-2 on general-2 (503 refused:',
    ],
    [
      'has no autoscaler',
      (mgmt) => void mgmt.objects.delete(paths.autoscaler),
      'error[live-autoscaler]: there is no autoscaler; wanted: the Deployment cluster-autoscaler;',
    ],
    [
      'has its autoscaler held back',
      (mgmt) =>
        void mgmt.set(paths.autoscaler, {
          metadata: { annotations: { 'autoscaler.kaas.lab/held': 'the Cluster is paused' } },
          status: {},
        }),
      'the autoscaler is held back: the Cluster is paused; wanted: one running pod;',
    ],
    [
      'may not be read',
      (mgmt) => void mgmt.failing.set(paths.pods, 403),
      'error[live-control-plane]: the API server could not be asked: 403 refused:',
    ],
  ];

  test.each(cases)('%s: is told with what to look at', async (_, change, expected) => {
    const [mgmt, own] = [management(), workload()];
    change(mgmt, own);
    const { code, text, writes } = await verify(['acme'], { management: mgmt, workload: own });
    expect(text).toContain(expected);
    expect(code).toBe(expected.includes('warning[') ? 0 : 1);
    expect(writes).toEqual([]);
  });

  test('is told for machines too', async () => {
    const mgmt = management();
    mgmt.objects.delete(paths.autoscaler);
    const { text } = await verify(['acme', '--format', 'json'], { management: mgmt });
    expect(JSON.parse(text)).toMatchObject({
      findings: [{ rule: 'live-autoscaler', place: { file: 'tenants/acme.yaml' } }],
    });
  });
});

describe('a removal', () => {
  test('goes on when the live Cluster has lost its shield', async () => {
    expect(await verify(['workshop'])).toMatchObject({
      code: 0,
      text: 'good: shield: Cluster workshop has lost its shield: deleting tenants/workshop.yaml deletes it\ngood\n',
    });
  });

  test.each([
    [
      'both',
      {
        'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
        'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      },
    ],
    ["Argo CD's alone", { 'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Delete=false' }],
    ["Flux's alone", { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' }],
  ])('waits while the live Cluster has a shield: %s', async (_, annotations) => {
    const mgmt = management().set(paths.workshop, { metadata: { name: 'workshop', annotations } });
    const { code, text } = await verify(['workshop'], { management: mgmt });
    expect(code).toBe(1);
    expect(text).toContain(
      'tenants/workshop.yaml:4:8: error[live-shield]: the live Cluster still has its shield',
    );
  });

  test('that never began is one error: the file went, and the Cluster lives', async () => {
    const mgmt = management()
      .set('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/clusters/gone', liveCluster('gone'))
      .list('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/clusters', liveCluster('gone'))
      .list('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/machines', {
        metadata: { name: 'gone-1' },
      });
    const { code, text } = await verify(['gone'], { management: mgmt });
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^tenants\/gone.yaml:1:1: error\[live-leftover\]: the Cluster tenant-gone\/gone lives, and its file is gone; .*; restore the file /,
      ),
      'not good: 1 error',
      '',
    ]);
  });

  test('that has begun is told by what is still there', async () => {
    const deleted = liveCluster('gone');
    const cluster = { ...deleted, metadata: { name: 'gone', deletionTimestamp: '2026-11-30T00:00:00Z' } };
    const mgmt = management()
      .set('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/clusters/gone', cluster)
      .list('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/clusters', cluster)
      .list('/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/machines', {
        metadata: { name: 'gone-1' },
      });
    const { text } = await verify(['gone'], { management: mgmt });
    expect(text.match(/left over: (\S+ \S+);/g)).toEqual([
      'left over: clusters tenant-gone/gone;',
      'left over: machines tenant-gone/gone-1;',
    ]);
  });

  test('is over when nothing is left', async () => {
    const mgmt = management().set('/api/v1/namespaces/tenant-gone', { metadata: { name: 'tenant-gone' } });
    const { code, text } = await verify(['gone'], { management: mgmt });
    expect([code, text.split('\n')[0]]).toEqual([
      0,
      'good: removed: nothing is left; when it is no longer wanted: kubectl delete namespace tenant-gone',
    ]);
  });

  test('is not over while a VM, an address or the VIP is left', async () => {
    const mgmt = management()
      .list('/apis/infrastructure.cluster.x-k8s.io/v1alpha2/namespaces/tenant-gone/proxmoxmachines', {
        metadata: { name: 'gone-1' },
      })
      .list('/apis/ipam.cluster.x-k8s.io/v1beta2/namespaces/tenant-gone/ipaddresses', {
        metadata: { name: 'gone-1-net0' },
      })
      .list('/api/v1/namespaces/tenant-gone/services', {
        metadata: { name: 'gone' },
        spec: { type: 'LoadBalancer' },
      })
      .list(
        '/api/v1/namespaces/tenant-gone/secrets',
        { metadata: { name: 'gone-datastore-config' } },
        { metadata: { name: 'unrelated' } },
      );
    const { code, text } = await verify(['gone'], { management: mgmt });
    expect(code).toBe(1);
    expect(text.match(/left over: (\S+ \S+);/g)).toEqual([
      'left over: ipaddresses tenant-gone/gone-1-net0;',
      'left over: proxmoxmachines tenant-gone/gone-1;',
      'left over: secrets tenant-gone/gone-datastore-config;',
      'left over: services tenant-gone/gone;',
    ]);
  });
});

describe('a name that no file has', () => {
  const allowed = 'allowed: acme, build, reports, workshop, or one that was removed';

  test.each([
    ['acmee', 'did you mean acme?'],
    ['nosuch', 'correct the name'],
  ])('%s, of which the cluster has nothing, is refused', async (name, remedy) => {
    expect(await verify([name])).toEqual({
      code: 1,
      text: `kaas: no tenant "${name}": it has no file, and the cluster has no namespace tenant-${name}; ${allowed}; ${remedy}\n`,
      writes: [],
    });
  });

  test('and that no tenant can have is refused before anything is asked', async () => {
    const { code, text } = await verify(['Acme']);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/^kaas: a tenant cannot be called "Acme"; allowed: .*; did you mean acme\?\n$/),
    ]);
  });

  test('is asked about as a removed one by an account that may not read namespaces', async () => {
    const mgmt = management();
    mgmt.failing.set('/api/v1/namespaces/tenant-gone', 403);
    expect(await verify(['gone'], { management: mgmt })).toMatchObject({ code: 0 });
  });
});

test.each(['--server', '--tenant-server'])('%s that is no URL is refused by its name', async (option) => {
  let text = '';
  const tell = (more: string): void => void (text += more);
  const io = { out: tell, err: tell, cwd: root, color: false, interactive: false, env: {} };
  expect(await run(['verify', 'acme', option, 'foo'], io)).toBe(1);
  expect(text).toBe(
    `kaas: ${option} cannot be "foo"; allowed: an http or https URL, such as http://127.0.0.1:8001 of kubectl proxy; correct ${option}\n`,
  );
});

describe('a management API server that cannot be asked', () => {
  async function ask(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ['', ''];
    const io = {
      out: (text: string): void => void (out += text),
      err: (text: string): void => void (err += text),
      cwd: root,
      color: false,
      interactive: false,
      env: {},
    };
    const code = await run(['verify', ...args], io);
    return { code, out, err };
  }

  /** Nobody listens on a port that has just been given back. */
  async function deadServer(): Promise<string> {
    const server = management();
    const url = await server.start();
    server.stop();
    return url;
  }

  test.each([[[]], [['acme']], [['gone']], [['workshop']]])(
    '%j is one line and exit code 2, in text and in JSON',
    async (args) => {
      const server = await deadServer();
      const text = await ask(...args, '--server', server);
      expect(text).toMatchObject({ code: 2, out: '' });
      expect(text.err).toMatch(
        /^\S+\.yaml:1:1: error\[live-api\]: the management API server cannot be asked: connect ECONNREFUSED 127\.0\.0\.1:\d+; .*\n$/,
      );
      const json = await ask(...args, '--server', server, '--format', 'json');
      expect([json.code, json.err]).toEqual([2, '']);
      const { findings } = JSON.parse(json.out) as { findings: { rule: string }[] };
      expect(findings.map(({ rule }) => rule)).toEqual(['live-api']);
    },
  );

  test('is told at the site file where the tenant has no file', async () => {
    const { err } = await ask('gone', '--server', await deadServer());
    expect(err).toMatch(/^platform\/site\.yaml:1:1: error\[live-api\]/);
  });

  test('because kubectl has no current context is told so', async () => {
    // GIVEN a kubectl without a context, which asks some default server that does not answer
    const bin = mkdtempSync(join(tmpdir(), 'kaas-kubectl-'));
    const address = new URL(await deadServer()).host;
    writeFileSync(
      join(bin, 'kubectl'),
      `#!/bin/sh\ncase "$*" in\n*current-context) exit 1 ;;\nesac\necho "Starting to serve on ${address}"; exec sleep 60\n`,
      { mode: 0o755 },
    );
    const path = process.env['PATH'];
    process.env['PATH'] = `${bin}:${path ?? ''}`;
    try {
      const { code, err } = await ask('acme');
      expect(code).toBe(2);
      expect(err).toMatch(
        /^tenants\/acme\.yaml:1:1: error\[live-api\]: [^\n]*: kubectl has no current context; [^\n]*kubectl config use-context NAME[^\n]*\n$/,
      );
      // AND where a context is named, what the server said
      expect((await ask('acme', '--context', 'mgmt')).err).toContain('ECONNREFUSED');
    } finally {
      process.env['PATH'] = path;
      rmSync(bin, { recursive: true });
    }
  });

  test('is told without the line ends and colours of who answers in its place', async () => {
    const proxy = management().set('/version', '');
    proxy.answers.set('/version', [
      502,
      '\u001b[31mdial tcp 10.4.0.9:6443:\n\tconnection refused\u001b[0m\r\n',
    ]);
    const { code, err } = await ask('acme', '--server', await started(proxy));
    expect(code).toBe(2);
    expect(err).toContain(
      'the management API server cannot be asked: 502 dial tcp 10.4.0.9:6443: connection refused; wanted:',
    );
    expect(err).not.toMatch(/\\u00/);
  });

  test('that wants another login is one line as well; one that does not tell its version is asked on', async () => {
    const strict = management();
    strict.failing.set('/version', 401);
    expect(await ask('--server', await started(strict))).toMatchObject({ code: 2 });
    const silent = management();
    silent.failing.set('/version', 403);
    expect(await ask('--server', await started(silent))).toMatchObject({ code: 0 });
  });
});

describe('the site', () => {
  test('is good when every Cluster has its file', async () => {
    expect(await verify([])).toMatchObject({
      code: 0,
      text: [
        'good: leftover: every one of 4 Clusters has its file',
        'good: shield: Cluster workshop has lost its shield: deleting tenants/workshop.yaml deletes it',
        'good\n',
      ].join('\n'),
    });
  });

  test('has a Cluster whose file is gone: the engines say nothing of it', async () => {
    const mgmt = management().list(paths.clusters, liveCluster('acme'), liveCluster('lost'));
    const { code, text } = await verify([], { management: mgmt });
    expect(code).toBe(1);
    expect(text).toContain(
      'tenants/lost.yaml:1:1: error[live-leftover]: the Cluster tenant-lost/lost lives, and its file is gone',
    );
    expect(text).toContain('restore the file (git log --diff-filter=D -- tenants/lost.yaml)');
  });
});

describe('scaling', () => {
  const acme = (): Tenant => {
    const { fleet } = readFleet({ root, platform: `${root}platform`, tenants: `${root}tenants` });
    const tenant = fleet?.tenants.find(({ name }) => name === 'acme');
    if (tenant === undefined || !isTenant(tenant)) throw new Error('the sample has no acme');
    return tenant;
  };
  const soon = { upMs: 200, downMs: 200, everyMs: 5 };

  test('adds a Node and takes it away again, and leaves no pod', async () => {
    const own = workload();
    own.onWrite = (write) => {
      const nodes = [
        'general-1',
        'general-2',
        ...(write === 'POST /api/v1/namespaces/default/pods' ? ['general-3'] : []),
      ];
      own.list(paths.nodes, ...nodes.map((name) => node(name)));
    };
    const view = {
      tenant: acme(),
      management: httpApi(await started(management())),
      workload: httpApi(await started(own)),
    };
    expect(await scaleCheck(view, 'node', soon)).toMatchObject({
      findings: [],
      seen: '2 to 3 Nodes and back',
    });
    expect(own.writes.filter((write) => write.startsWith('POST')).length).toBe(3);
    expect(own.writes.filter((write) => write.startsWith('DELETE')).length).toBe(3);
  });

  test('that does not happen is told, and the pods are gone all the same', async () => {
    const own = workload();
    const view = {
      tenant: acme(),
      management: httpApi(await started(management())),
      workload: httpApi(await started(own)),
    };
    const { findings } = await scaleCheck(view, 'node', soon);
    expect(findings[0]).toMatchObject({ rule: 'live-scale', place: { file: 'tenants/acme.yaml' } });
    expect(own.writes.filter((write) => write.startsWith('DELETE')).length).toBe(3);
  });
});
