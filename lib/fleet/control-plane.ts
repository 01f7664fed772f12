import type { DeepPartial } from './deep-partial.ts';
import type { Component as ComponentFile, TenantFile, Volume } from './generated/tenant-file.ts';
import { definedTexts } from './pool.ts';
import type { Site } from './site.ts';

/** One component of the control plane: its arguments and what its container requests. */
export interface Component {
  readonly args: Readonly<Record<string, string>>;
  readonly cpu: string;
  readonly memory: string;
}

/** A volume of the API server; only Secrets and ConfigMaps, since the pod runs in the management cluster. */
export interface ApiServerVolume {
  readonly name: string;
  readonly secret: string | undefined;
  readonly configMap: string | undefined;
  readonly mountPath: string;
}

/** The part of a tenant that says how its control plane runs. */
export interface ControlPlane {
  readonly port: number;
  readonly replicas: number;
  readonly certSANs: readonly string[];
  readonly apiServer: Component;
  readonly controllerManager: Component;
  readonly scheduler: Component;
  readonly volumes: readonly ApiServerVolume[];
  /** ConfigMap with the audit policy; undefined for no audit log. */
  readonly auditPolicy: string | undefined;
  readonly serviceAnnotations: Readonly<Record<string, string>>;
}

/** Requests per container, from what one replica used at rest (apiserver 277 MiB, controller manager 112, scheduler 66; seen on v1.35). */
const requests = {
  apiServer: { cpu: '100m', memory: '320Mi' },
  controllerManager: { cpu: '50m', memory: '128Mi' },
  scheduler: { cpu: '25m', memory: '80Mi' },
} as const;

/** Reads the part, with the site's defaults where the file says nothing. */
export function resolveControlPlane(site: Site, file: DeepPartial<TenantFile>['controlPlane']): ControlPlane {
  return {
    port: file?.port ?? 6443,
    replicas: file?.replicas ?? site.defaults.replicas,
    certSANs: (file?.certSANs ?? []).filter((name) => name !== undefined),
    apiServer: component(file?.apiServer, requests.apiServer),
    controllerManager: component(file?.controllerManager, requests.controllerManager),
    scheduler: component(file?.scheduler, requests.scheduler),
    volumes: Object.entries(file?.volumes ?? {}).flatMap(
      ([name, volume]) => apiServerVolume(name, volume) ?? [],
    ),
    auditPolicy: file?.audit?.policy,
    serviceAnnotations: definedTexts(file?.serviceAnnotations),
  };
}

function component(
  file: DeepPartial<ComponentFile> | undefined,
  defaults: { readonly cpu: string; readonly memory: string },
): Component {
  return {
    args: definedTexts(file?.args),
    cpu: file?.resources?.cpu ?? defaults.cpu,
    memory: file?.resources?.memory ?? defaults.memory,
  };
}

function apiServerVolume(name: string, volume: DeepPartial<Volume> | undefined): ApiServerVolume | undefined {
  return volume?.mountPath === undefined
    ? undefined
    : { name, secret: volume.secret, configMap: volume.configMap, mountPath: volume.mountPath };
}
