import { coresOf, disksOf, type Machine, memoryMiB, tagsOf } from './machine.ts';
import type { Site } from './site.ts';

/** What the page shows, also served as /state.json. */
export function pageState(site: Site): unknown {
  return {
    hosts: site.hosts.map((host) => ({
      ...host,
      lost: site.lost(host.name),
      vms: site.vms.filter((machine) => machine.host === host.name).length,
      usedMemoryGiB: site.usedMemoryMiB(host.name) / 1024,
    })),
    storage: { name: site.storage, usedGb: site.usedGb(), totalGb: site.storageGb },
    vms: site.vms.map(machineState),
    templates: [...site.machines.values()].filter(({ template }) => template).map(machineState),
    tasks: site.tasks.recent(12).map(({ type, id, node, startedAt, exitStatus }) => ({
      type,
      id,
      node,
      startedAt,
      status: exitStatus ?? 'running',
    })),
    faults: site.faults,
  };
}

function machineState(machine: Machine): unknown {
  return {
    id: machine.id,
    name: machine.config.get('name'),
    host: machine.host,
    state: stateOf(machine),
    cores: coresOf(machine),
    memoryGiB: memoryMiB(machine) / 1024,
    diskGb: disksOf(machine)[0]?.sizeGb ?? 0,
    vlan: /tag=(\d+)/.exec(machine.config.get('net0') ?? '')?.[1] ?? '',
    address: tagsOf(machine)
      .filter((tag) => tag.startsWith('ip_'))
      .map((tag) => tag.replace(/^ip_[^_]+_/, ''))
      .join(' '),
    tags: tagsOf(machine).filter((tag) => !tag.startsWith('ip_') && !tag.startsWith('go-proxmox')),
  };
}

function stateOf(machine: Machine): string {
  if (machine.lock !== undefined) return machine.lock === 'clone' ? 'cloning' : machine.lock;
  if (!machine.running) return 'stopped';
  return machine.cloudInit === 'running' ? 'booting' : machine.cloudInit === 'error' ? 'failed' : 'running';
}

/** The page at `/`: it draws /state.json and looks again every two seconds. */
export const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simulated Proxmox VE</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #2e8b57; --busy: #c77c02; --bad: #c0392b; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: 76rem; }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
header { display: flex; align-items: baseline; gap: 1rem; flex-wrap: wrap; } header small { opacity: .7; }
.hosts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem; margin-top: 1rem; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
.card b { font-size: 1rem; } .card small { opacity: .7; float: right; } .lost { border-color: var(--bad); }
.bar { height: 6px; border-radius: 3px; background: var(--line); margin: .5rem 0 .25rem; overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--good); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; opacity: .7; } td.n { font-variant-numeric: tabular-nums; }
.dot { display: inline-block; width: .6em; height: .6em; border-radius: 50%; margin-right: .45em; background: var(--busy); }
.running { background: var(--good); } .stopped { background: #888; } .failed { background: var(--bad); }
.tag { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; margin-right: .3em; font-size: .85em; }
.empty { opacity: .7; padding: 1rem 0; } .error { color: var(--bad); }
</style></head><body>
<header><h1>Simulated Proxmox VE</h1><small id="sum"></small></header>
<div class="hosts" id="hosts"></div>
<h2>Virtual machines</h2><div class="scroll" id="vms"></div>
<h2>Templates</h2><div class="scroll" id="templates"></div>
<h2>Last tasks</h2><div class="scroll" id="tasks"></div>
<script>
const text = (value) => String(value ?? '').replace(/[&<>"]/g, (c) => '&#' + c.charCodeAt(0) + ';');
const round = (value) => Math.round(value * 10) / 10;
const bar = (part, whole) => '<div class="bar"><i style="width:' + Math.min(100, 100 * part / whole) + '%"></i></div>';
const table = (head, rows, none) => rows.length === 0 ? '<div class="empty">' + none + '</div>' :
  '<table><tr>' + head.map((h) => '<th>' + h + '</th>').join('') + '</tr>' +
  rows.map((r) => '<tr>' + r.map((c) => '<td class="n">' + c + '</td>').join('') + '</tr>').join('') + '</table>';
const tags = (list) => list.map((tag) => '<span class="tag">' + text(tag) + '</span>').join('');
const dot = (state) => '<span class="dot ' + text(state) + '"></span>' + text(state);
function draw(s) {
  const running = s.vms.filter((vm) => vm.state === 'running').length;
  sum.textContent = s.vms.length + (s.vms.length === 1 ? ' VM, ' : ' VMs, ') + running + ' running · storage ' + s.storage.name + ' ' +
    s.storage.usedGb + ' of ' + s.storage.totalGb + ' GB';
  hosts.innerHTML = s.hosts.map((h) => '<div class="card' + (h.lost ? ' lost' : '') + '"><b>' + text(h.name) + '</b><small>' +
    (h.lost ? 'lost' : text(h.address)) + '</small>' + bar(h.usedMemoryGiB, h.memoryGiB) + h.vms + (h.vms === 1 ? ' VM · ' : ' VMs · ') +
    round(h.usedMemoryGiB) + ' of ' + h.memoryGiB + ' GiB · ' + h.cores + ' cores</div>').join('');
  vms.innerHTML = table(['', 'Id', 'Name', 'Host', 'Cores', 'Memory', 'Disk', 'VLAN', 'Address', 'Tags'],
    s.vms.map((v) => [dot(v.state), v.id, text(v.name), text(v.host), v.cores, round(v.memoryGiB) + ' GiB', v.diskGb + ' GB',
      text(v.vlan), text(v.address), tags(v.tags)]), 'No VM yet: add a file to tenants/ and run <code>npm run synth</code>.');
  templates.innerHTML = table(['Id', 'Name', 'Host', 'Tags'], s.templates.map((v) => [v.id, text(v.name), text(v.host), tags(v.tags)]), 'None.');
  tasks.innerHTML = table(['Start', 'Task', 'VM', 'Host', 'Status'], s.tasks.map((t) => [new Date(t.startedAt * 1000).toLocaleTimeString(),
    text(t.type), text(t.id), text(t.node), t.status === 'OK' || t.status === 'running' ? text(t.status) : '<span class="error">' + text(t.status) + '</span>']), 'None.');
}
const look = () => fetch('state.json').then((r) => r.json()).then(draw).catch(() => { sum.textContent = 'the lab does not answer'; });
look(); setInterval(look, 2000);
</script></body></html>
`;
