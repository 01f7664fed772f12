import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commands } from '../../lib/commands/index.ts';
import { externalObjects } from '../../lib/platform/index.ts';
import { engines, repository, sampleSite, sampleTree } from '../gitops/tree.ts';

const docs = join(repository, 'docs');
const pages = readdirSync(docs).filter((name) => name.endsWith('.md'));
const textOf = (page: string): string => readFileSync(join(docs, page), 'utf8');

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  test('names commands that there are', () => {
    for (const [, words = ''] of text.matchAll(/npx kaas ([a-z]+(?: [a-z]+)?)/g)) {
      const known = [words, words.split(' ')[0] ?? ''].some((verb) => Object.hasOwn(commands, verb));
      expect([words, known]).toEqual([words, true]);
    }
  });

  test('names files of dist/ that there are, with one engine or the other', () => {
    const paths = engines.flatMap((engine) => sampleTree(engine).map(({ path }) => path));
    for (const [, path = ''] of text.matchAll(/dist\/((?:argocd|flux|platform|tenants)\/[\w./*-]*\w)/g)) {
      const named = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`);
      expect([path, paths.some((one) => named.test(one))]).toEqual([path, true]);
    }
  });
});

test('getting-started.md tells of every Secret that a person makes, with its namespace and keys', () => {
  const edit = (text: string): string =>
    text
      .replace('secret: reports-pg}', 'secret: reports-pg, tlsSecret: reports-tls}')
      .replace(', interface: eth0.4}', ', bgp: {asn: 64512, peers: {a: {address: 10.4.0.1, secret: bgp-a}}}}')
      .replace(
        /^datastores:/m,
        'csi: {secret: proxmox-csi, storage: ceph-vms, storageClass: ceph-rbd}\ndatastores:',
      );
  const rows = textOf('getting-started.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  for (const { kind, by, namespace = '', keys, name } of externalObjects(sampleSite('argocd', edit))) {
    if (kind !== 'Secret' || by !== 'person') continue;
    const row = rows.find(
      (line) => line.includes(`\`${namespace}\``) && keys.every((key) => line.includes(`\`${key}\``)),
    );
    expect([name, row]).toEqual([name, expect.any(String)]);
  }
});
