import { App, Chart } from 'cdk8s';

/** One Kubernetes object as plain JSON. */
export interface PlatformObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** The objects that `build` adds to a chart, as plain JSON. Their names are their own: the chart adds nothing to them. */
export function objectsOf(build: (chart: Chart) => void): PlatformObject[] {
  const chart = new Chart(new App(), 'chart', { disableResourceNameHashes: true });
  build(chart);
  return chart.toJson() as PlatformObject[];
}
