import type { ChartName, Versions } from '../../fleet/index.ts';
import type { ChartSource } from '../bundle.ts';

/** Where a chart comes from. Throws if versions.yaml lacks it, which the checks refuse before. */
export function chartSource(versions: Versions, chart: ChartName): ChartSource {
  const pin = versions.charts[chart];
  if (pin === undefined) throw new Error(`versions.yaml has no chart ${chart}`);
  const { url, version, digest } = pin;
  return url.startsWith('oci://')
    ? { type: 'oci', url, version, digest }
    : { type: 'helm', url, chart, version };
}
