import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../lab/wait.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import type { CloudInitData } from './site.ts';

/** Made with go-diskfs as CAPMOX v0.9.0 makes it: ISO 9660 with Rock Ridge and Joliet names. */
const image = gunzipSync(readFileSync(new URL('fixtures/cloud-init.iso.gz', import.meta.url)));

const site = {
  hosts: [
    { name: 'pve1', address: '10.4.0.2', cores: 32, memoryGiB: 128 },
    { name: 'pve2', address: '10.4.0.3', cores: 16, memoryGiB: 64 },
  ],
  storage: 'ceph-vms',
  templates: [{ id: 9000, host: 'pve1', name: 'capi-v1.35.5', tags: ['capi', 'k8s-v1.35.5'] }],
};

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly data: unknown;
}

describe('the simulated Proxmox VE', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator(site);
    Object.assign(simulator.site.faults, { cloneSeconds: 0, bootSeconds: 0 });
  });
  afterEach(() => simulator.stop());

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    secret = simulator.token.secret,
  ): Promise<Reply> {
    const answer = await fetch(`${simulator.url}/api2/json${path}`, {
      method,
      headers: {
        authorization: `PVEAPIToken=${simulator.token.id}=${secret}`,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const data = text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data;
    return { status: answer.status, reason: answer.statusText, data };
  }

  const clone = (newid = 10_100): Promise<Reply> =>
    ask('POST', '/nodes/pve1/qemu/9000/clone', {
      newid,
      name: 'acme-general-a',
      target: 'pve2',
      full: 1,
      storage: 'ceph-vms',
    });
  const taskOf = (reply: Reply, host = 'pve1'): Promise<Reply> =>
    ask('GET', `/nodes/${host}/tasks/${encodeURIComponent(String(reply.data))}/status`);
  const stopped = async (reply: Reply): Promise<unknown> =>
    until('the task to end', async () => {
      const task = await taskOf(reply);
      return (task.data as { status: string }).status === 'stopped' ? task.data : undefined;
    });

  test('lets in its token only', async () => {
    expect((await ask('GET', '/version')).status).toBe(200);
    expect((await ask('GET', '/version', undefined, 'wrong')).status).toBe(401);
  });

  test('a machine is cloned, configured, started, stopped and destroyed as CAPMOX does it', async () => {
    const started: (CloudInitData | undefined)[] = [];
    simulator.site.on('started', (_machine, data) => started.push(data));
    await stopped(await clone());
    await ask('POST', '/nodes/pve2/qemu/10100/config', {
      cores: 4,
      memory: 8192,
      net0: 'virtio,bridge=vmbr0,tag=40',
    });
    await ask('PUT', '/nodes/pve2/qemu/10100/resize', { disk: 'scsi0', size: '40G' });
    const form = new FormData();
    form.set('content', 'iso');
    form.set('filename', new Blob([image]), 'user-data-10100.iso');
    expect((await ask('POST', '/nodes/pve2/storage/local/upload', form)).status).toBe(200);
    await ask('POST', '/nodes/pve2/qemu/10100/config', { ide0: 'local:iso/user-data-10100.iso,media=cdrom' });
    const config = (await ask('GET', '/nodes/pve2/qemu/10100/config')).data as Record<string, unknown>;
    expect(config).toMatchObject({
      name: 'acme-general-a',
      cores: 4,
      memory: '8192',
      tags: 'capi;k8s-v1.35.5',
    });
    expect(config['scsi0']).toBe('ceph-vms:vm-10100-disk-0,size=40G');
    expect(config['net0']).toMatch(/^virtio=BC:24:11(:[0-9A-F]{2}){3},bridge=vmbr0,tag=40$/);
    await stopped(await ask('POST', '/nodes/pve2/qemu/10100/status/start'));
    expect(started[0]?.userData).toContain('kubeadm join');
    expect(started[0]?.metaData).toContain('local-hostname: acme-heavy-abcde');
    expect(started[0]?.networkConfig).toContain('10.40.0.12/24');
    expect((await ask('GET', '/nodes/pve2/qemu/10100/agent/get-osinfo')).status).toBe(200);
    const refused = await ask('DELETE', '/nodes/pve2/qemu/10100');
    expect(refused).toMatchObject({ status: 500, reason: 'VM 10100 is running - destroy failed' });
    await stopped(await ask('POST', '/nodes/pve2/qemu/10100/status/stop'));
    await stopped(await ask('DELETE', '/nodes/pve2/qemu/10100'));
    expect(simulator.site.vms).toEqual([]);
  });

  test("says in Proxmox VE's words that a VM is missing, an id is taken, the agent is not there yet", async () => {
    const missing = await ask('GET', '/nodes/pve1/qemu/777/status/current');
    expect(missing.status).toBe(500);
    expect(missing.reason).toContain('does not exist');
    expect((await ask('GET', '/cluster/nextid?vmid=9000')).status).toBe(400);
    expect((await ask('GET', '/cluster/nextid?vmid=9001')).data).toBe('9001');
    await stopped(await clone());
    simulator.site.faults.bootSeconds = 60;
    await stopped(await ask('POST', '/nodes/pve2/qemu/10100/status/start'));
    const early = await ask('GET', '/nodes/pve2/qemu/10100/agent/get-osinfo');
    expect(early).toMatchObject({ status: 500, reason: 'QEMU guest agent is not running' });
  });

  test('a machine that is being cloned is locked', async () => {
    simulator.site.faults.cloneSeconds = 60;
    await clone();
    const start = await ask('POST', '/nodes/pve2/qemu/10100/status/start');
    expect(start).toMatchObject({ status: 500, reason: 'VM is locked (clone) VM 10100' });
  });

  test('faults: a clone that fails half-way leaves no VM, a full storage and a lost host refuse', async () => {
    simulator.site.faults.failingClones = 1;
    expect(await stopped(await clone())).toMatchObject({
      exitstatus: 'clone failed: copy interrupted: I/O error',
    });
    expect(simulator.site.vms).toEqual([]);
    simulator.site.faults.fullStorages = ['ceph-vms'];
    expect(await stopped(await clone())).toMatchObject({
      exitstatus: "clone failed: no space left on storage 'ceph-vms'",
    });
    simulator.site.faults.fullStorages = [];
    simulator.site.faults.lostHosts = ['pve2'];
    expect((await ask('GET', '/nodes/pve2/status')).status).toBe(595);
    simulator.site.faults.lostHosts = [];
    expect(await stopped(await clone())).toMatchObject({ exitstatus: 'OK' });
  });

  test('faults: the next answers are 500, and the site survives its time off the network', async () => {
    simulator.site.faults.failingRequests = 2;
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await ask('GET', '/version')).status);
    expect(statuses).toEqual([500, 500, 200]);
    await stopped(await clone());
    await simulator.down();
    await expect(ask('GET', '/version')).rejects.toThrow();
    await simulator.up();
    expect((await ask('GET', '/nodes/pve2/qemu/10100/config')).status).toBe(200);
  });

  test('the page shows hosts and machines; faults are set by POST and unknown ones refused', async () => {
    await stopped(await clone());
    const state = (await (await fetch(`${simulator.pageUrl}/state.json`)).json()) as {
      vms: unknown[];
      hosts: unknown[];
    };
    expect(state.hosts.length).toBe(2);
    expect(state.vms).toEqual([expect.objectContaining({ id: 10_100, host: 'pve2', state: 'stopped' })]);
    expect(await (await fetch(simulator.pageUrl)).text()).toContain('Simulated Proxmox VE');
    const post = (body: unknown): Promise<Response> =>
      fetch(`${simulator.pageUrl}/faults`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post({ lostHosts: ['pve1'], cloneSeconds: 9 })).status).toBe(200);
    expect(simulator.site.faults).toMatchObject({ lostHosts: ['pve1'], cloneSeconds: 9 });
    expect((await post({ lostHosts: 'pve1' })).status).toBe(400);
    expect((await post({ lostHost: ['pve1'] })).status).toBe(400);
  });
});
