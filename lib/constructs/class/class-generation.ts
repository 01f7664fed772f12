import type { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import {
  ClusterClass,
  type ClusterClassSpec,
  KamajiControlPlaneTemplate,
  KubeadmConfigTemplate,
  ProxmoxClusterTemplate,
  ProxmoxMachineTemplate,
} from '../../../imports/index.ts';
import { conditionOf } from './placeholders.ts';
import { classVariables, classWirings } from './table.ts';
import { kamajiControlPlane, kubeadmConfig, proxmoxCluster, proxmoxMachine } from './templates.ts';
import type { ClassVariable, TemplateKind, TemplatePatch } from './variable.ts';

/** Namespace of the classes and their templates. */
export const classNamespace = 'kaas-system';

/** Name of the one worker class. */
export const workerClass = 'worker';

export interface ClassGenerationProps {
  /** Name of the generation, such as lab-tenant-1; its templates are called NAME-cluster, NAME-control-plane, NAME-join and NAME-machine. */
  readonly name: string;
}

/**
 * One generation of the ClusterClass with its templates. A generation is immutable once released:
 * changing a template of a class rolls every cluster of the class at once.
 */
export class ClassGeneration extends Construct {
  constructor(scope: Construct, id: string, { name }: ClassGenerationProps) {
    super(scope, id);
    const metadata = (suffix: string): ApiObjectMetadata & { name: string } => ({
      name: `${name}-${suffix}`,
      namespace: classNamespace,
    });
    new ProxmoxClusterTemplate(this, 'cluster', { metadata: metadata('cluster'), spec: proxmoxCluster });
    new KamajiControlPlaneTemplate(this, 'control-plane', {
      metadata: metadata('control-plane'),
      spec: kamajiControlPlane,
    });
    new KubeadmConfigTemplate(this, 'join', { metadata: metadata('join'), spec: kubeadmConfig });
    new ProxmoxMachineTemplate(this, 'machine', { metadata: metadata('machine'), spec: proxmoxMachine });
    new ClusterClass(this, 'class', { metadata: { name, namespace: classNamespace }, spec: classSpec(name) });
  }
}

function classSpec(name: string): ClusterClassSpec {
  return {
    infrastructure: { naming: sameName, templateRef: templateRef(ProxmoxClusterTemplate, `${name}-cluster`) },
    controlPlane: {
      naming: sameName,
      templateRef: templateRef(KamajiControlPlaneTemplate, `${name}-control-plane`),
    },
    workers: { machineDeployments: [workers(name)] },
    variables: classVariables.map(({ name: variable, required = false, schema, description }) => ({
      name: variable,
      required,
      schema: { openAPIV3Schema: { description, ...schema } },
    })),
    patches: [
      ...classWirings.map((wiring) => ({
        name: wiring.name,
        description: wiring.description,
        definitions: definitions(wiring.patches),
      })),
      ...classVariables.map(variablePatch),
    ],
  };
}

/** Without it Cluster API appends random characters, and the control plane's Service and Secrets change names with each cluster. */
const sameName = { template: '{{ .cluster.name }}' } as const;

type WorkerClass = NonNullable<NonNullable<ClusterClassSpec['workers']>['machineDeployments']>[number];

function workers(name: string): WorkerClass {
  return {
    class: workerClass,
    naming: { template: '{{ .cluster.name }}-{{ .machineDeployment.topologyName }}-{{ .random }}' },
    bootstrap: { templateRef: templateRef(KubeadmConfigTemplate, `${name}-join`) },
    infrastructure: { templateRef: templateRef(ProxmoxMachineTemplate, `${name}-machine`) },
    // An unset drain timeout waits for ever for a pod that cannot end.
    deletion: {
      nodeDrainTimeoutSeconds: 300,
      nodeVolumeDetachTimeoutSeconds: 300,
      nodeDeletionTimeoutSeconds: 60,
    },
    healthCheck: {
      checks: {
        nodeStartupTimeoutSeconds: 900,
        unhealthyNodeConditions: [
          { type: 'Ready', status: 'Unknown', timeoutSeconds: 300 },
          { type: 'Ready', status: 'False', timeoutSeconds: 300 },
        ],
      },
      // One at a time, whatever is broken: an outage of the whole network costs one machine, and a pool of one is still mended.
      remediation: { maxInFlight: 1, triggerIf: { unhealthyLessThanOrEqualTo: '100%' } },
    },
  };
}

type Kind = { readonly apiVersion: string; readonly kind: string };

function templateRef(
  { apiVersion, kind }: Kind,
  name: string,
): { apiVersion: string; kind: string; name: string } {
  return { apiVersion, kind, name };
}

type ClassPatch = NonNullable<ClusterClassSpec['patches']>[number];

function variablePatch(variable: ClassVariable): ClassPatch {
  const always = variable.required === true || variable.schema.default !== undefined;
  return {
    name: variable.name,
    ...(always ? {} : { enabledIf: conditionOf(variable.name) }),
    definitions: definitions(variable.patches, variable.name),
  };
}

type Definition = NonNullable<ClassPatch['definitions']>[number];

/** One definition per template, in the order in which the patches name them. */
function definitions(patches: readonly TemplatePatch[], variable?: string): Definition[] {
  const kinds = [...new Set(patches.map(({ template }) => template))];
  return kinds.map((kind) => ({
    selector: selectors[kind],
    jsonPatches: patches
      .filter(({ template }) => template === kind)
      .map((patch) => jsonPatch(patch, variable)),
  }));
}

function jsonPatch(
  { op, path, field, form }: TemplatePatch,
  variable?: string,
): Definition['jsonPatches'][number] {
  const name = [variable, field].filter((part) => part !== undefined).join('.');
  return {
    op,
    path: `/spec/template/spec${path}`,
    valueFrom: form === undefined ? { variable: name } : { template: form },
  };
}

const selector = (
  { apiVersion, kind }: Kind,
  matchResources: Definition['selector']['matchResources'],
): Definition['selector'] => ({ apiVersion, kind, matchResources });
const workerResources = { machineDeploymentClass: { names: [workerClass] } };

const selectors: Readonly<Record<TemplateKind, Definition['selector']>> = {
  ProxmoxClusterTemplate: selector(ProxmoxClusterTemplate, { infrastructureCluster: true }),
  KamajiControlPlaneTemplate: selector(KamajiControlPlaneTemplate, { controlPlane: true }),
  KubeadmConfigTemplate: selector(KubeadmConfigTemplate, workerResources),
  ProxmoxMachineTemplate: selector(ProxmoxMachineTemplate, workerResources),
};
