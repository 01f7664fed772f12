import { describe, expect, test } from '@jest/globals';
import { engines, sampleTree, type TreeFile } from '../gitops/tree.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly resources?: { readonly requests?: object };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly runAsNonRoot?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
    readonly seccompProfile?: { readonly type: string };
  };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type: string };
  };
}

/** Volumes that the standard `restricted` allows. */
const volumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** What in a pod the Pod Security standard `restricted` refuses (kubernetes.io/docs/concepts/security/pod-security-standards). */
function refused(pod: PodSpec): string[] {
  const containers = [...pod.containers, ...(pod.initContainers ?? [])];
  const profile = pod.securityContext?.seccompProfile?.type;
  return [
    ...(['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((key) => pod[key] === true),
    ...(pod.volumes ?? []).flatMap((volume) =>
      Object.keys(volume).filter((key) => key !== 'name' && !volumes.includes(key)),
    ),
    ...(pod.securityContext?.runAsUser === 0 ? ['runAsUser: 0'] : []),
    ...containers.flatMap(({ name, securityContext: own = {} }) =>
      [
        own.allowPrivilegeEscalation === false ? [] : ['allowPrivilegeEscalation'],
        own.privileged === true ? ['privileged'] : [],
        own.capabilities?.drop?.includes('ALL') === true ? [] : ['capabilities.drop'],
        (own.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE'),
        (own.runAsNonRoot ?? pod.securityContext?.runAsNonRoot) === true ? [] : ['runAsNonRoot'],
        (own.seccompProfile?.type ?? profile) === 'RuntimeDefault' ? [] : ['seccompProfile'],
      ]
        .flat()
        .map((fault) => `${name}: ${fault}`),
    ),
  ];
}

/** Every pod that an object makes. */
function podsOf(value: unknown): PodSpec[] {
  if (typeof value !== 'object' || value === null) return [];
  const pod = value as Partial<PodSpec>;
  const own = Array.isArray(pod.containers) && 'image' in (pod.containers[0] ?? {}) ? [pod as PodSpec] : [];
  return [...own, ...Object.values(value).flatMap(podsOf)];
}

const workloads = ({ object }: TreeFile): boolean =>
  ['CronJob', 'DaemonSet', 'Deployment', 'Job', 'StatefulSet'].includes(object.kind);

describe.each(engines)('our own pods with %s', (engine) => {
  const pods = sampleTree(engine)
    .filter(workloads)
    .flatMap((file) => podsOf(file.object).map((pod) => [file.path, pod] as const));

  test('keep Pod Security restricted', () => {
    expect(pods.map(([path, pod]) => [path, refused(pod)])).toEqual(pods.map(([path]) => [path, []]));
  });

  test('ask for the memory that they need', () => {
    for (const [path, pod] of pods)
      for (const { name, resources } of pod.containers)
        expect([path, name, Object.keys(resources?.requests ?? {})]).toEqual([
          path,
          name,
          expect.arrayContaining(['memory']),
        ]);
  });

  test('run images that are pinned by digest wherever versions.yaml knows it', () => {
    for (const [path, pod] of pods)
      for (const { image } of pod.containers)
        expect([path, image]).toEqual([path, expect.stringContaining('@sha256:')]);
  });
});

test('the standard is one that an ordinary pod breaks', () => {
  expect(refused({ containers: [{ name: 'a', image: 'b' }], hostNetwork: true })).toEqual([
    'hostNetwork',
    'a: allowPrivilegeEscalation',
    'a: capabilities.drop',
    'a: runAsNonRoot',
    'a: seccompProfile',
  ]);
});
