import type { Component } from '../lab/components.ts';

const etcdProgram = (name: 'etcdctl' | 'etcdutl'): Component => ({
  name,
  folder: name,
  package: `go.etcd.io/etcd/${name}/v3`,
  module: `go.etcd.io/etcd/${name}/v3`,
});

export const etcdctl = etcdProgram('etcdctl');
export const etcdutl = etcdProgram('etcdutl');

/** The pinned rclone, with only the backends and commands that the backup needs (main.go beside its go.mod). */
export const rclone: Component = {
  name: 'rclone',
  folder: 'rclone',
  package: '.',
  module: 'github.com/rclone/rclone',
};

/** What Kamaji puts before the API server of a tenant whose datastore is a database; the oldest that is to be had. */
export const kine: Component = {
  name: 'kine',
  folder: 'kine',
  package: 'github.com/k3s-io/kine',
  module: 'github.com/k3s-io/kine',
};
