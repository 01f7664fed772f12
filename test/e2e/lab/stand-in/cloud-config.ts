import { parse } from 'yaml';
import { isRecord, listAt, textAt } from '../object.ts';
import type { CloudInitData } from '../../proxmox/site.ts';

/** What a worker would do with its cloud-init data: how it joins, and as what. */
export interface JoinPlan {
  readonly hostname: string;
  readonly address: string;
  readonly endpoint: string;
  readonly token: string;
  readonly providerId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Reads the kubeadm join configuration out of the user-data that Cluster API's kubeadm bootstrap provider wrote. */
export function joinPlan({ userData, metaData, networkConfig }: CloudInitData): JoinPlan {
  const meta: unknown = parse(metaData);
  const render = (text: string): string => renderJinja(text, meta);
  const config: unknown = parse(render(joinConfig(userData)));
  const registration = 'nodeRegistration';
  const extra = extraArguments(listAt(config, `${registration}.kubeletExtraArgs`));
  return {
    hostname: textAt(config, `${registration}.name`) || textAt(meta, 'local-hostname'),
    address: /\b(\d+\.\d+\.\d+\.\d+)\/\d+/.exec(networkConfig)?.[1] ?? '',
    endpoint: textAt(config, 'discovery.bootstrapToken.apiServerEndpoint'),
    token: textAt(config, 'discovery.bootstrapToken.token'),
    providerId: (extra.get('provider-id') ?? '').replaceAll("'", ''), // systemd strips the quotes
    labels: labelsOf(extra.get('node-labels') ?? ''),
    taints: listAt(config, `${registration}.taints`).map(taintOf),
  };
}

function joinConfig(userData: string): string {
  const config: unknown = parse(userData.replaceAll(/^## template: jinja$/gm, ''));
  const files = listAt(config, 'write_files');
  const file = files.find((entry) => textAt(entry, 'path').endsWith('kubeadm-join-config.yaml'));
  if (file === undefined) throw new Error('the user-data has no kubeadm-join-config.yaml');
  const content = textAt(file, 'content');
  return textAt(file, 'encoding').includes('b64') ? Buffer.from(content, 'base64').toString('utf8') : content;
}

/** The two variables that cloud-init's Jinja templates are used for here. */
export function renderJinja(text: string, meta: unknown): string {
  return text
    .replaceAll(/\{\{\s*ds\.meta_data\.instance_id\s*\}\}/g, textAt(meta, 'instance-id'))
    .replaceAll(/\{\{\s*(?:ds\.meta_data\.)?local_hostname\s*\}\}/g, textAt(meta, 'local-hostname'));
}

function extraArguments(list: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(list.map((entry) => [textAt(entry, 'name'), textAt(entry, 'value')]));
}

function labelsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']));
}

function taintOf(entry: unknown): Taint {
  if (!isRecord(entry)) throw new Error(`a taint is not a map: ${JSON.stringify(entry)}`);
  const value = textAt(entry, 'value');
  return { key: textAt(entry, 'key'), effect: textAt(entry, 'effect'), ...(value === '' ? {} : { value }) };
}
