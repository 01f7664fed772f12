import { stringify } from 'yaml';
import { isWithin, type ProviderName, type ReleaseWindow } from '../fleet/index.ts';

/** One change to a provider's manifests, in the form that the Cluster API operator takes. */
export interface ProviderPatch {
  /** RFC 6902 operations as YAML. */
  readonly patch: string;
  readonly target: { readonly group: string; readonly kind: string; readonly name: string };
}

/** A fault of a provider's release and the change that mends it. */
export interface FixUp {
  readonly provider: ProviderName;
  /** Releases that have the fault. */
  readonly needed: ReleaseWindow;
  /** What breaks without it, and where that was reported. */
  readonly why: string;
  readonly patch: ProviderPatch;
}

interface Operation {
  readonly op: 'add' | 'remove' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

const infrastructure = 'infrastructure.cluster.x-k8s.io';
const machineTemplateWebhook = `validation.proxmoxmachinetemplate.${infrastructure}`;
const bootVolume =
  '/schema/openAPIV3Schema/properties/spec/properties/template/properties/spec/properties/disks/properties/bootVolume';

/**
 * Every fix-up. An operation on a list goes by index, so each is preceded by a `test` of what must stand there: a
 * release that moved it fails to install with "testing value ... failed" instead of being patched in the wrong place.
 * (`manifestPatches` of the operator would replace whole lists, and miss silently.)
 */
export const fixUps: readonly FixUp[] = [
  {
    provider: 'proxmox',
    needed: { from: 'v0.9.0', before: 'v0.10.0' },
    why: 'ionos-cloud/cluster-api-provider-proxmox#735: the webhook refuses the dry run by which Cluster API compares templates, so no change of a worker, not even of its Kubernetes version, is rolled out (seen on v0.9.0).',
    patch: {
      target: {
        group: 'admissionregistration.k8s.io',
        kind: 'ValidatingWebhookConfiguration',
        name: 'capmox-validating-webhook-configuration',
      },
      patch: operations([
        { op: 'test', path: '/webhooks/3/name', value: machineTemplateWebhook },
        {
          op: 'add',
          path: '/webhooks/3/matchConditions',
          value: [
            {
              name: 'not-topology-dry-run',
              expression:
                "!(has(request.dryRun) && request.dryRun && has(object.metadata.annotations) && 'topology.cluster.x-k8s.io/dry-run' in object.metadata.annotations)",
            },
          ],
        },
      ]),
    },
  },
  {
    provider: 'proxmox',
    needed: { from: 'v0.9.0', before: 'v0.10.0' },
    why: 'The same dry run is refused by a rule of the CRD when the boot disk differs (seen on v0.9.0).',
    patch: {
      target: {
        group: 'apiextensions.k8s.io',
        kind: 'CustomResourceDefinition',
        name: `proxmoxmachinetemplates.${infrastructure}`,
      },
      patch: operations([
        { op: 'test', path: '/spec/versions/1/name', value: 'v1alpha2' },
        { op: 'remove', path: `/spec/versions/1${bootVolume}/x-kubernetes-validations` },
      ]),
    },
  },
];

/** The changes that this release of the provider needs. */
export function patchesFor(provider: ProviderName, version: string): ProviderPatch[] {
  return fixUps
    .filter((fixUp) => fixUp.provider === provider && isWithin(version, fixUp.needed))
    .map(({ patch }) => patch);
}

function operations(list: readonly Operation[]): string {
  return stringify(list, { lineWidth: 0 });
}
