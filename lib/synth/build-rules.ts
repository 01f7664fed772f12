import type { RuleDescription } from '../fleet/index.ts';

/** Rules about what is built from the files: they are asked where the objects are there. */
export const buildRules = {
  unknownClass: {
    id: 'unknown-class',
    severity: 'error',
    summary: 'The class generation of a tenant is released.',
    why: 'A Cluster that names a ClusterClass which is not there is never reconciled.',
    example: 'class: lab-tenant-9     # and there is no platform/classes/lab-tenant-9.yaml',
    remedy: 'name one that is in platform/classes, or run kaas class release',
  },
  badPatch: {
    id: 'bad-patch',
    severity: 'error',
    summary: "A patch of a tenant can be applied to the class's template.",
    why: 'A JSON patch whose path is not there is refused as a whole (RFC 6902): the variant of the class cannot be made.',
    example: 'patches: [{kind: KamajiControlPlaneTemplate, op: remove, path: /spec/template/spec/nothing}]',
    remedy: 'correct the path; the template is in platform/classes',
  },
  classVariables: {
    id: 'class-variables',
    severity: 'error',
    summary:
      'The class generation of a tenant has every variable that the tenant needs, and takes its value.',
    why: 'Cluster API refuses a Cluster with a variable that its class does not define: an older generation does not offer what a newer one does.',
    example: 'class: lab-tenant-1     # with a field that came with lab-tenant-2',
    remedy: 'move the tenant to a newer generation (class), or leave out what it asks for',
  },
  expandedObject: {
    id: 'expanded-object',
    severity: 'error',
    summary: 'The objects that Cluster API makes of a tenant are valid by their CRDs.',
    why: 'Cluster API creates them with a dry run that the API server refuses: the Cluster stands still with TopologyReconciled False, where nobody looks.',
    example:
      'patches: [{kind: KamajiControlPlaneTemplate, op: add, path: /spec/template/spec/regisrty, value: x}]',
    remedy: 'correct the value that leads to it',
  },
  invalidObject: {
    id: 'invalid-object',
    severity: 'error',
    summary: 'Every object of dist/ is valid by the CRD or the schema of its kind.',
    why: 'The API server refuses the object, and the engine stops syncing the bundle that it is in.',
    example: 'dist/tenants/acme/cluster/cluster-acme.yaml     # with a field that Cluster API does not know',
    remedy: 'correct the value that leads to it',
  },
} as const satisfies Record<string, RuleDescription>;
