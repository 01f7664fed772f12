import type { PlatformObject } from './object.ts';

/** Where a Helm chart comes from, pinned. */
export type ChartSource =
  | {
      readonly type: 'helm';
      readonly url: string;
      readonly chart: string;
      readonly version: string;
    }
  | {
      readonly type: 'oci';
      /** The chart itself, with its oci://. */
      readonly url: string;
      readonly version: string;
      /** Taken instead of the version. */
      readonly digest: string | undefined;
    }
  | {
      readonly type: 'git';
      readonly url: string;
      /** Folder of the chart in the repository. */
      readonly path: string;
      readonly tag: string;
      /** Taken instead of the tag. */
      readonly commit: string | undefined;
    };

/** A Helm chart that the engine fetches and installs; nothing of it is fetched while dist/ is made. */
export interface ChartRelease {
  /** Name of the release; it never changes with the name of the bundle. */
  readonly release: string;
  readonly namespace: string;
  readonly source: ChartSource;
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields that the chart fills in and a controller writes afterwards. */
  readonly rewritten: readonly RewrittenField[];
}

/** A field of the objects of one kind that a controller writes after the engine. */
export interface RewrittenField {
  readonly group: string;
  readonly kind: string;
  /** As jq takes it. */
  readonly path: string;
}

/** Certificates that cert-manager's cainjector or a controller's own rotation writes into webhooks and CRDs. */
export const rewrittenCertificates: readonly RewrittenField[] = [
  {
    group: 'admissionregistration.k8s.io',
    kind: 'MutatingWebhookConfiguration',
    path: '.webhooks[]?.clientConfig.caBundle',
  },
  {
    group: 'admissionregistration.k8s.io',
    kind: 'ValidatingWebhookConfiguration',
    path: '.webhooks[]?.clientConfig.caBundle',
  },
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    path: '.spec.conversion.webhook.clientConfig.caBundle',
  },
];

/** A unit that an engine syncs as one, in its place after others: a folder of objects or one chart. */
export interface Bundle {
  /** Folder below dist/platform/, and the name of the engine's object with `platform-` before it. */
  readonly name: string;
  /** Bundles that must be there and ready first. */
  readonly after: readonly string[];
  /** Objects of the folder; empty for a chart. */
  readonly objects: readonly PlatformObject[];
  readonly chart?: ChartRelease;
}
