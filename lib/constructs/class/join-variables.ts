import type { ClassVariable, Json } from './variable.ts';

const template = 'KubeadmConfigTemplate';
const text: { readonly [key: string]: Json } = { type: 'string', minLength: 1 };
const commands: { readonly [key: string]: Json } = { type: 'array', items: text };

/** The argument by which a Node is told apart: Cluster API and the autoscaler match Machines and Nodes by it. */
export const providerIdArg = {
  name: 'provider-id',
  value: "proxmox://'{{ ds.meta_data.instance_id }}'",
} as const;

/** Variables of how a machine joins. */
export const joinVariables: readonly ClassVariable[] = [
  {
    name: 'kubeletExtraArgs',
    // No rule that provider-id is among them: Cluster API 1.13.5 takes rules at the top of an object only
    // (`unable to convert structural schema to CEL declarations`). The template carries the default.
    description: 'Arguments of the kubelet, as a whole: provider-id must be among them.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'value'],
        properties: { name: text, value: { type: 'string' } },
      },
    },
    patches: [{ template, op: 'replace', path: '/joinConfiguration/nodeRegistration/kubeletExtraArgs' }],
  },
  {
    name: 'nodeTaints',
    description: 'Taints that a Node registers with.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'effect'],
        properties: {
          key: text,
          value: { type: 'string' },
          effect: { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] },
        },
      },
    },
    patches: [{ template, op: 'add', path: '/joinConfiguration/nodeRegistration/taints' }],
  },
  {
    name: 'users',
    description: 'Logins on the machines.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: text, sudo: text, sshAuthorizedKeys: { type: 'array', items: text } },
      },
    },
    patches: [{ template, op: 'add', path: '/users' }],
  },
  {
    name: 'files',
    description: 'Files written on a machine before it joins.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path'],
        properties: {
          path: text,
          content: { type: 'string' },
          contentFrom: {
            type: 'object',
            required: ['secret'],
            properties: {
              secret: { type: 'object', required: ['name', 'key'], properties: { name: text, key: text } },
            },
          },
          permissions: text,
          owner: text,
        },
      },
    },
    patches: [{ template, op: 'add', path: '/files' }],
  },
  {
    name: 'preCommands',
    description: 'Commands run before a machine joins.',
    schema: commands,
    patches: [{ template, op: 'add', path: '/preKubeadmCommands' }],
  },
  {
    name: 'postCommands',
    description: 'Commands run after a machine joined.',
    schema: commands,
    patches: [{ template, op: 'add', path: '/postKubeadmCommands' }],
  },
];
