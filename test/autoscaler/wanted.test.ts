import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { at } from '../../lib/autoscaler/json.ts';
import { wantedObjects } from '../../lib/autoscaler/wanted.ts';
import type { Running, Wanted } from '../../lib/autoscaler/wanted.ts';
import { expectGolden } from './golden.ts';
import { cluster, controlPlane, settings } from './sample.ts';

const image = (minor: string) => settings.images[minor] ?? '';

function body(wanted: Wanted, kind: string) {
  return wanted.objects.find(({ info }) => info.kind === kind)?.body;
}

function deployment(wanted: Wanted) {
  const found = body(wanted, 'Deployment');
  const [container] = at(found, 'spec', 'template', 'spec', 'containers') as readonly unknown[];
  return {
    replicas: at(found, 'spec', 'replicas'),
    held: at(found, 'metadata', 'annotations', 'autoscaler.kaas.lab/held'),
    problem: at(found, 'metadata', 'annotations', 'autoscaler.kaas.lab/problem'),
    checksum: at(
      found,
      'spec',
      'template',
      'metadata',
      'annotations',
      'autoscaler.kaas.lab/kubeconfig-checksum',
    ),
    image: at(container, 'image'),
    args: at(container, 'args') as readonly string[],
  };
}

describe('wanted objects', () => {
  test('of a running tenant are exactly these four', () => {
    const wanted = wantedObjects(cluster(), controlPlane(), settings);
    const text = wanted.objects.map((object) => stringify(object.body, { aliasDuplicateObjects: false }));
    expectGolden('acme.golden', text.join('---\n'));
    expect(wanted.held).toBeUndefined();
    expect(wanted.problems).toEqual([]);
  });

  test('of a paused tenant with options and an unknown minor are exactly these four', () => {
    const wish = {
      paused: true,
      annotations: {
        'autoscaler.kaas.lab/expander': 'priority,least-waste',
        'autoscaler.kaas.lab/scale-down-unneeded-time': 'soon',
        'autoscaler.kaas.lab/colour': 'red',
      },
    };
    const running = { image: 'cluster-autoscaler:old', flags: ['--scale-down-unneeded-time=7m'] };
    const wanted = wantedObjects(cluster(wish), controlPlane({ version: 'v1.36.1' }), settings, running);
    const text = wanted.objects.map((object) => stringify(object.body, { aliasDuplicateObjects: false }));
    expectGolden('acme-paused.golden', text.join('---\n'));
  });

  test.each([
    ['the Cluster is paused', { paused: true }, {}],
    ['the Cluster is paused', { annotations: { 'cluster.x-k8s.io/paused': '' } }, {}],
    ['the control plane of the Cluster is not initialized', { initialized: false }, {}],
    ['the Cluster asks for 0 control plane replicas', { replicas: 0 }, {}],
    ['the TenantControlPlane is sleeping', {}, { state: 'Sleeping' }],
    ['the TenantControlPlane has no kubeconfig yet', {}, { checksum: undefined }],
  ])('are held with 0 replicas because %s', (reason, wish, controlPlaneWish) => {
    const wanted = wantedObjects(cluster(wish), controlPlane(controlPlaneWish), settings);
    expect(wanted.held).toBe(reason);
    expect(deployment(wanted)).toMatchObject({ replicas: 0, held: reason });
  });

  test('are held while there is no TenantControlPlane', () => {
    const wanted = wantedObjects(cluster(), undefined, settings);
    expect(deployment(wanted)).toMatchObject({
      replicas: 0,
      held: 'the Cluster has no TenantControlPlane',
      checksum: undefined,
    });
  });

  test.each(['NotReady', 'Upgrading', 'WriteLimited', 'Provisioning'])(
    'run while the control plane says %s: the autoscaler waits by itself',
    (state) => {
      expect(deployment(wantedObjects(cluster(), controlPlane({ state }), settings)).replicas).toBe(1);
    },
  );

  test('follow the minor that the control plane runs, not the one it is upgraded to', () => {
    const upgrading = wantedObjects(
      cluster({ version: 'v1.35.5' }),
      controlPlane({ version: 'v1.34.8' }),
      settings,
    );
    expect(deployment(upgrading).image).toBe(image('1.34'));
    const upgraded = wantedObjects(
      cluster({ version: 'v1.35.5' }),
      controlPlane({ version: 'v1.35.5' }),
      settings,
    );
    expect(deployment(upgraded).image).toBe(image('1.35'));
  });

  test('keep the image that runs when the minor is unknown, and say so', () => {
    const running: Running = { image: 'cluster-autoscaler:v1.35.2', flags: [] };
    const wanted = wantedObjects(cluster(), controlPlane({ version: 'v1.36.0' }), settings, running);
    expect(deployment(wanted)).toMatchObject({ image: running.image, replicas: 1 });
    expect(wanted.problems).toEqual([
      {
        code: 'unknown-minor',
        namespace: 'tenant-acme',
        cluster: 'acme',
        text: "no cluster-autoscaler image for Kubernetes v1.36.0; known minors: 1.34, 1.35; cluster-autoscaler:v1.35.2 is kept; add the minor to the platform's versions",
      },
    ]);
  });

  test.each(['v1.36.0', 'latest', '', 'v1', '1.3'])(
    'are none when the version is "%s" and nothing runs',
    (version) => {
      const wanted = wantedObjects(cluster({ version }), controlPlane({ version }), settings);
      expect(wanted.objects).toEqual([]);
      expect(wanted.problems.map(({ code }) => code)).toEqual(['unknown-minor']);
    },
  );

  test('1.3 and 1.30 are not one minor', () => {
    const images = { '1.3': 'three', '1.30': 'thirty' };
    const wanted = wantedObjects(cluster(), controlPlane({ version: 'v1.30.1' }), { images });
    expect(deployment(wanted).image).toBe('thirty');
  });

  test('restart the pod when the kubeconfig is written anew, and only then', () => {
    const before = wantedObjects(cluster(), controlPlane({ checksum: 'aaa' }), settings);
    const after = wantedObjects(cluster(), controlPlane({ checksum: 'bbb' }), settings);
    expect([deployment(before).checksum, deployment(after).checksum]).toEqual(['aaa', 'bbb']);
    for (const kind of ['ServiceAccount', 'RoleBinding', 'NetworkPolicy'])
      expect(body(after, kind)).toEqual(body(before, kind));
    expect(wantedObjects(cluster(), controlPlane({ checksum: 'aaa' }), settings)).toEqual(before);
  });

  test('a bad option keeps the value that runs; the good ones beside it are followed', () => {
    const annotations = {
      'autoscaler.kaas.lab/scale-down-unneeded-time': 'soon',
      'autoscaler.kaas.lab/max-nodes-total': '12',
    };
    const running: Running = { image: 'x', flags: ['--scale-down-unneeded-time=7m', '--max-nodes-total=3'] };
    const wanted = wantedObjects(cluster({ annotations }), controlPlane(), settings, running);
    expect(deployment(wanted).args).toEqual(
      expect.arrayContaining(['--scale-down-unneeded-time=7m', '--max-nodes-total=12']),
    );
    expect(wanted.problems.map(({ text }) => text)).toEqual([
      'annotation autoscaler.kaas.lab/scale-down-unneeded-time: scale-down-unneeded-time must be a duration such as 90s, 10m or 1h30m, from 1s to 24h, not "soon"; the value that runs is kept',
    ]);
    expect(deployment(wanted).problem).toBe(wanted.problems[0]?.text);
  });

  test('a bad option with nothing, or nonsense, running falls back to the default', () => {
    const annotations = { 'autoscaler.kaas.lab/expander': 'grpc' };
    for (const running of [undefined, { image: 'x', flags: ['--expander=price'] }]) {
      const wanted = wantedObjects(cluster({ annotations }), controlPlane(), settings, running);
      expect(deployment(wanted).args).toContain('--expander=least-waste');
    }
  });

  test('an option that is taken back returns to its default', () => {
    const running: Running = { image: 'x', flags: ['--expander=random'] };
    const wanted = wantedObjects(cluster(), controlPlane(), settings, running);
    expect(deployment(wanted).args).toContain('--expander=least-waste');
  });

  test('an annotation can add no flag of its own', () => {
    const annotations = {
      'autoscaler.kaas.lab/kubeconfig': '/etc/passwd',
      'autoscaler.kaas.lab/expander': 'random --kubeconfig=/x',
    };
    const plain = deployment(wantedObjects(cluster(), controlPlane(), settings)).args;
    expect(deployment(wantedObjects(cluster({ annotations }), controlPlane(), settings)).args).toEqual(plain);
  });

  test('nothing of the Cluster but its name reaches the objects: no labels, no annotations', () => {
    const wish = {
      labels: { 'kaas.lab/autoscaling': 'enabled', secret: 'l' },
      annotations: { 'argocd.argoproj.io/tracking-id': 'x' },
    };
    expect(wantedObjects(cluster(wish), controlPlane(), settings)).toEqual(
      wantedObjects(cluster(), controlPlane(), settings),
    );
  });

  test.each([
    ['10.4.0.101', { ipBlock: { cidr: '10.4.0.101/32' } }],
    ['fd00::1', { ipBlock: { cidr: 'fd00::1/128' } }],
  ])('the network policy names the address %s and the pods behind it', (host, peer) => {
    const endpoint = { host, port: 6443 };
    const wanted = wantedObjects({ ...cluster(), endpoint }, controlPlane(), settings);
    const egress = at(body(wanted, 'NetworkPolicy'), 'spec', 'egress') as readonly unknown[];
    expect(egress[2]).toEqual({
      to: [peer, { podSelector: { matchLabels: { 'kamaji.clastix.io/name': 'acme' } } }],
      ports: [{ protocol: 'TCP', port: 6443 }],
    });
  });

  test('without an endpoint the tenant API is closed; a host name opens just its port', () => {
    const egress = (endpoint: { host: string; port: number } | undefined) =>
      at(
        body(wantedObjects({ ...cluster(), endpoint }, controlPlane(), settings), 'NetworkPolicy'),
        'spec',
        'egress',
      ) as readonly unknown[];
    expect(egress(undefined)).toHaveLength(2);
    expect(egress({ host: 'acme.k8s.lab', port: 443 })[2]).toEqual({
      ports: [{ protocol: 'TCP', port: 443 }],
    });
  });
});
