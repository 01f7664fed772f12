import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hasErrors } from '../finding/index.ts';
import { type FleetDraft, type FleetFolders, readFleet } from '../fleet/index.ts';
import { nextName } from '../checks/next-free.ts';
import { tenantNameFault } from '../checks/rules/tenant-name.ts';
import { codeOf } from '../output/tree/error.ts';
import { addTenant, type NewFile, type NewTenant } from '../new/add-tenant.ts';
import { isLack, type Lack, type Request } from '../new/request.ts';
import { type Command, type Input, type Io, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { tellFindings } from './tell.ts';

const asked = {
  owner: {
    type: 'string',
    value: 'WHO',
    description: 'who answers for the cluster, best the mail address of a team',
  },
  network: {
    type: 'string',
    value: 'NAME',
    description:
      'network of the site (default: the one of the same name, or the one that most tenants share)',
  },
  addresses: {
    type: 'string',
    value: 'RANGE',
    description: 'addresses of the machines (default: the next free ones)',
  },
  vip: {
    type: 'string',
    value: 'ADDRESS',
    description: 'address of the API server (default: the next free one)',
  },
  vmids: { type: 'string', value: 'RANGE', description: 'ids of the VMs (default: the next free hundred)' },
  size: { type: 'string', value: 'NAME', description: 'size of the machines (default: medium)' },
  nodes: {
    type: 'string',
    value: 'N|MIN-MAX',
    description: 'number of machines, or bounds of the autoscaler (default: 1-3)',
  },
  kubernetes: {
    type: 'string',
    value: 'VERSION',
    description: 'version (default: the newest image that the checks accept)',
  },
  datastore: { type: 'string', value: 'NAME', description: 'datastore of the site (default: default)' },
  group: {
    type: 'string',
    value: 'GROUP',
    description: 'group that may see the cluster and fetch its kubeconfig',
  },
} as const satisfies Command['options'];

/** `kaas new`: writes the file of a new tenant, complete and checked. */
export const command: Command = {
  verb: 'new',
  summary: 'Write the file of a new tenant with the next free VIP, addresses and VM ids',
  positionals: 'NAME',
  arity: [1, 1],
  options: { ...asked, ...folderOptions },
  examples: [
    'kaas new acme --owner team-acme@k8s.lab',
    'kaas new acme --owner team-acme@k8s.lab --network shared --nodes 3 --size large',
  ],
  run: (input, io) => runNew(input, io, askOnTerminal),
};

/** Asks one question and returns the answer. */
export type Ask = (question: string) => Promise<string>;

/** The command with somebody to ask; `ask` is used only if a person sits at the terminal. */
export async function runNew(input: Input, io: Io, ask: Ask): Promise<number> {
  const [name = ''] = input.positionals;
  const folders = foldersOf(input, io);
  const path = join(folders.tenants, `${name}.yaml`);
  const { fleet, findings } = readFleet(folders);
  if (fleet === undefined || hasErrors(findings)) {
    tellFindings(findings, 'text', io);
    throw new UsageError('what is free is known only when every file can be read; mend these first');
  }
  demandName(fleet, name);
  const file = newFile(folders, path);
  if (existsSync(path)) throw taken(file.file, freeName(fleet, name));
  const tenant = await settled(fleet, requestOf(name, input), file, io, ask);
  tellFindings(tenant.findings, 'text', io);
  if (hasErrors(tenant.findings)) {
    io.err('nothing was written\n');
    return 1;
  }
  write(folders.tenants, path, tenant.text, () => taken(file.file, freeName(fleet, name)));
  io.out(`wrote ${file.file}; next: kaas synth, then commit it together with dist/\n`);
  return 0;
}

function demandName(fleet: FleetDraft, name: string): void {
  const fault = tenantNameFault(name);
  if (fault === undefined) return;
  const { problem, allowed, better } = fault;
  const such = better === undefined ? '' : `, such as ${nextName(better, namesOf(fleet))}`;
  throw new UsageError(`${problem}; ${allowed}; give another NAME${such}`);
}

function requestOf(name: string, input: Input): Request {
  const given = Object.keys(asked).flatMap((option) => {
    const value = input.text(option);
    return value === undefined ? [] : [[option, value]];
  });
  return { name, ...(Object.fromEntries(given) as Partial<Request>) };
}

/** Asks for what has neither a default nor an option, until nothing is lacking. */
async function settled(
  fleet: FleetDraft,
  request: Request,
  file: NewFile,
  io: Io,
  ask: Ask,
): Promise<NewTenant> {
  const result = addTenant(fleet, request, file);
  if (!isLack(result)) return result;
  if (!result.askable || !io.interactive)
    throw new UsageError(`${result.problem}; ${result.allowed}; ${result.remedy}`);
  const answer = await ask(questionOf(result));
  if (answer === '') throw new UsageError(`${result.problem}; ${result.allowed}; ${result.remedy}`);
  return settled(fleet, { ...request, [result.option]: answer }, file, io, ask);
}

const questionOf = ({ option, allowed }: Lack): string => `${option} (${allowed.replace(/^\w+: /, '')}): `;

async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Input that ends closes the terminal; Ctrl-C and Ctrl-D abort the question. Neither is an answer.
    const gone = once(terminal, 'close').then(() => '');
    return (await Promise.race([terminal.question(question), gone])).trim();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return '';
    throw error;
  } finally {
    terminal.close();
  }
}

const schema = fileURLToPath(new URL('../fleet/schemas/tenant.schema.json', import.meta.url));

function newFile({ root, tenants }: FleetFolders, path: string): NewFile {
  return { file: forward(relative(root, path)), schema: forward(relative(tenants, schema)) };
}

const forward = (path: string): string => path.split(sep).join('/');

/** Never overwrites, not even what appeared since the look before. */
function write(folder: string, path: string, text: string, refusal: () => UsageError): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (existsSync(path)) throw refusal();
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new UsageError(
      `${path} cannot be written (${code}); allowed: a folder of the tenant files that you may write to; mend ${folder}, or name another with --tenants`,
    );
  }
}

const freeName = ({ tenants }: Pick<FleetDraft, 'tenants'>, name: string): string =>
  nextName(name, new Set([name, ...namesOf({ tenants })]));

const namesOf = ({ tenants }: Pick<FleetDraft, 'tenants'>): ReadonlySet<string> =>
  new Set(tenants.map((tenant) => tenant.name));

const taken = (shown: string, free: string): UsageError =>
  new UsageError(
    `${shown} is there already; allowed: a name that no tenant has; edit the file, or take the next free name, ${free}`,
  );
