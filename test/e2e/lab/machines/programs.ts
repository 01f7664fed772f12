import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { binary } from '../build.ts';
import { coredns, flanneld, konnectivityAgent, kubeProxy } from '../components.ts';
import { folderFiles, type Image, withLibraries } from './images.ts';

const busybox = '/bin/busybox';
const xtables = '/usr/sbin/xtables-nft-multi';
const curl = '/usr/bin/curl';

/** What a machine needs of this one, by the Debian package that has it. */
const needed: readonly (readonly [string, string])[] = [
  ['/usr/bin/containerd', 'containerd'],
  ['/usr/sbin/runc', 'runc'],
  ['/usr/lib/cni/bridge', 'containernetworking-plugins'],
  [xtables, 'iptables'],
  [busybox, 'busybox-static'],
  [curl, 'curl'],
];

/** Debian packages that are not installed here and without which no machine runs for real. */
export const missingPackages = (): readonly string[] =>
  needed.filter(([file]) => !existsSync(file)).map(([, name]) => name);

const none: ReadonlyMap<string, string> = new Map();

/** Images that the tenants' own objects and the CNI ask for, made of programs of the lab. */
export async function labImages(): Promise<readonly Image[]> {
  const iptables = await iptablesFiles();
  const shell = new Map([['bin/busybox', busybox]]);
  const applets = links(['sh', 'sed', 'grep', 'cat', 'sleep', 'httpd']);
  const wrapper = fileURLToPath(new URL('kube-proxy.sh', import.meta.url));
  const proxy = new Map([
    ['usr/local/bin/kube-proxy', wrapper],
    ['usr/local/bin/kube-proxy-real', binary(kubeProxy)],
  ]);
  return [
    {
      repository: 'registry.k8s.io/pause',
      entrypoint: ['/bin/busybox', 'sleep', '2000000000'],
      files: shell,
      links: none,
    },
    {
      repository: 'registry.k8s.io/kube-proxy',
      entrypoint: [],
      files: new Map([...proxy, ...shell, ...iptables.files]),
      links: new Map([...applets, ...iptables.links]),
    },
    {
      repository: 'registry.k8s.io/kas-network-proxy/proxy-agent',
      entrypoint: ['/proxy-agent'],
      files: new Map([['proxy-agent', binary(konnectivityAgent)]]),
      links: none,
    },
    {
      repository: 'registry.k8s.io/coredns/coredns',
      entrypoint: ['/coredns'],
      files: new Map([['coredns', binary(coredns)]]),
      links: none,
    },
    {
      repository: 'lab.invalid/flannel',
      entrypoint: ['/opt/bin/flanneld'],
      files: new Map([['opt/bin/flanneld', binary(flanneld)], ...shell, ...iptables.files]),
      links: new Map([...applets, ...iptables.links]),
    },
    {
      repository: 'lab.invalid/busybox',
      entrypoint: ['sh'],
      files: new Map([...shell, ...(await withLibraries([curl]))]), // a static busybox cannot look up names
      links: applets,
    },
  ];
}

const links = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [`bin/${name}`, '/bin/busybox']));

async function iptablesFiles(): Promise<Pick<Image, 'files' | 'links'>> {
  const files = await withLibraries([xtables, ...folderFiles('/usr/lib/x86_64-linux-gnu/xtables')]);
  const families = ['iptables', 'ip6tables'].flatMap((name) => [name, `${name}-save`, `${name}-restore`]);
  return { files, links: new Map(families.map((name) => [`usr/sbin/${name}`, xtables])) };
}
