import type { ClassVariable, ClassWiring, Json } from './variable.ts';

const template = 'KamajiControlPlaneTemplate';
const text: { readonly [key: string]: Json } = { type: 'string', minLength: 1 };
const texts: { readonly [key: string]: Json } = { type: 'array', items: text };
const requests = (cpu: string, memory: string): { readonly [key: string]: Json } => ({
  type: 'object',
  required: ['cpu', 'memory'],
  properties: { cpu: text, memory: text },
  default: { cpu, memory },
});

/**
 * Variables of the control plane half.
 * Schema and user of the datastore are always set: Kamaji's own choice was not injective, and is the object's UID
 * from 26.7.4-edge, so that a control plane that is made again would start empty (kamaji#1235).
 */
export const controlPlaneVariables: readonly ClassVariable[] = [
  {
    name: 'serviceAnnotations',
    description: 'More annotations of the Service that holds the VIP.',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    // Before the VIP, which goes into the same map.
    patches: [{ template, op: 'add', path: '/network/serviceAnnotations' }],
  },
  {
    name: 'vip',
    description:
      'Address of the API server, handed out by MetalLB. It cannot change while the cluster lives.',
    required: true,
    schema: { type: 'string', format: 'ipv4' },
    // serviceAddress stays empty: Kamaji reports it as the endpoint without configuring the load balancer (kamaji#743).
    patches: [{ template, op: 'add', path: '/network/serviceAnnotations/metallb.io~1loadBalancerIPs' }],
  },
  {
    name: 'loadBalancerClass',
    description:
      'Load balancer class of the Service, where MetalLB is limited to one. It can neither be added nor changed later.',
    schema: text,
    patches: [
      {
        template,
        op: 'add',
        path: '/network/loadBalancerConfig',
        form: 'loadBalancerClass: {{ .loadBalancerClass | quote }}',
      },
    ],
  },
  {
    name: 'certSANs',
    description: "More names and addresses in the API server's certificate, without ports.",
    schema: texts,
    patches: [{ template, op: 'add', path: '/network/certSANs' }],
  },
  {
    name: 'dnsServiceIP',
    description:
      'Address of the DNS Service, which every kubelet is given. Without it kubelets get no clusterDNS.',
    required: true,
    schema: { type: 'string', format: 'ipv4' },
    patches: [{ template, op: 'add', path: '/network/dnsServiceIPs', form: '[{{ .dnsServiceIP | quote }}]' }],
  },
  {
    name: 'dataStoreName',
    description: 'DataStore that keeps the state of the cluster.',
    required: true,
    schema: { ...text, default: 'default' },
    patches: [{ template, op: 'replace', path: '/dataStoreName' }],
  },
  {
    name: 'dataStoreSchema',
    description:
      'Keyspace in the DataStore, unique among all clusters. It cannot change while the cluster lives.',
    required: true,
    schema: { type: 'string', pattern: '^[a-z0-9_]+$', maxLength: 63 },
    patches: [{ template, op: 'add', path: '/dataStoreSchema' }],
  },
  {
    name: 'dataStoreUsername',
    description:
      'User in the DataStore, unique among all clusters, at most 32 long (MySQL). It cannot change while the cluster lives.',
    required: true,
    schema: { type: 'string', pattern: '^[a-z0-9_]+$', maxLength: 32 },
    patches: [{ template, op: 'add', path: '/dataStoreUsername' }],
  },
  {
    name: 'apiServerArgs',
    description: 'More arguments of the API server, such as --v=4.',
    schema: texts,
    patches: [{ template, op: 'add', path: '/apiServer/extraArgs' }],
  },
  {
    name: 'controllerManagerArgs',
    description: 'More arguments of the controller manager.',
    schema: texts,
    patches: [{ template, op: 'add', path: '/controllerManager/extraArgs' }],
  },
  {
    name: 'schedulerArgs',
    description: 'More arguments of the scheduler.',
    schema: texts,
    patches: [{ template, op: 'add', path: '/scheduler/extraArgs' }],
  },
  {
    name: 'apiServerRequests',
    description: 'What the API server requests.',
    schema: requests('100m', '320Mi'),
    patches: [{ template, op: 'replace', path: '/apiServer/resources/requests' }],
  },
  {
    name: 'controllerManagerRequests',
    description: 'What the controller manager requests.',
    schema: requests('50m', '128Mi'),
    patches: [{ template, op: 'replace', path: '/controllerManager/resources/requests' }],
  },
  {
    name: 'schedulerRequests',
    description: 'What the scheduler requests.',
    schema: requests('25m', '80Mi'),
    patches: [{ template, op: 'replace', path: '/scheduler/resources/requests' }],
  },
  {
    name: 'apiServerVolumes',
    description:
      'Volumes of the control plane pod. Only Secrets and ConfigMaps: the pod runs in the management cluster.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          secret: { type: 'object', required: ['secretName'], properties: { secretName: text } },
          configMap: { type: 'object', required: ['name'], properties: { name: text } },
        },
        'x-kubernetes-validations': [
          {
            rule: 'has(self.secret) != has(self.configMap)',
            message: 'a volume has either a secret or a configMap',
          },
        ],
      },
    },
    patches: [{ template, op: 'add', path: '/deployment/extraVolumes' }],
  },
  {
    name: 'apiServerVolumeMounts',
    description: 'Where the API server mounts those volumes.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'mountPath'],
        properties: { name: text, mountPath: text, readOnly: { type: 'boolean' } },
      },
    },
    patches: [{ template, op: 'add', path: '/apiServer/extraVolumeMounts' }],
  },
  {
    name: 'kubeletPatches',
    description: 'JSON patches on the kubelet configuration that joining machines read.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['op', 'path'],
        properties: {
          op: { type: 'string', enum: ['add', 'replace', 'remove'] },
          path: text,
          value: { 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    },
    patches: [{ template, op: 'add', path: '/kubelet/configurationJSONPatches' }],
  },
];

/** The pods of one control plane keep apart. Kamaji labels them with the name of their TenantControlPlane, which is the Cluster's. */
export const controlPlaneSpread: ClassWiring = {
  name: 'controlPlaneSpread',
  description: 'Spreads the control plane pods over the management nodes.',
  patches: [
    {
      template,
      op: 'add',
      path: '/deployment/topologySpreadConstraints',
      form: '[{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {kamaji.clastix.io/name: {{ .builtin.cluster.name | quote }}}}}]',
    },
  ],
};
