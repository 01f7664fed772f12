/** What the platform tells the job: a small JSON file beside its code. */
import { at, isArray, isObject, textAt } from './json.ts';

/** Settings of the job, the same for every tenant. */
export interface Settings {
  /** Kubernetes minor such as "1.35" -> cluster-autoscaler image, best pinned as `repo:tag@sha256:...`. */
  readonly images: Readonly<Record<string, string>>;
  /**
   * CIDRs at which the management API server is reached, its Service address included; none: anywhere, on ports
   * 443 and 6443. Leave it out where Cilium runs: there a CIDR never matches a node (policy-cidr-match-mode).
   */
  readonly managementNetworks?: readonly string[];
  /** Namespace whose pods may read the autoscalers' metrics; none: nobody. */
  readonly monitoringNamespace?: string;
}

export type SettingsResult =
  { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problem: string };

const KEYS = ['images', 'managementNetworks', 'monitoringNamespace'];

/** Settings from the text of the file. Anything unexpected is an error: a typo must not widen a policy. */
export function parseSettings(text: string): SettingsResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return bad(`is not JSON: ${textAt(error, 'message') ?? 'unreadable'}`);
  }
  if (!isObject(value)) return bad('must be a JSON object');
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return bad(`has the unknown key ${unknown}; allowed are ${KEYS.join(', ')}`);
  return readSettings(value);
}

function readSettings(value: unknown): SettingsResult {
  const images = readImages(at(value, 'images'));
  if (typeof images === 'string') return bad(images);
  const networks = at(value, 'managementNetworks');
  if (networks !== undefined && !(isArray(networks) && networks.length > 0 && networks.every(isCidr)))
    return bad('managementNetworks must be a list of CIDRs such as 10.4.0.11/32, at least one');
  const monitoring = at(value, 'monitoringNamespace');
  if (monitoring !== undefined && (typeof monitoring !== 'string' || monitoring === ''))
    return bad('monitoringNamespace must be the name of a namespace');
  return {
    ok: true,
    settings: {
      images,
      ...(networks === undefined ? {} : { managementNetworks: networks }),
      ...(monitoring === undefined ? {} : { monitoringNamespace: monitoring }),
    },
  };
}

function readImages(value: unknown): Readonly<Record<string, string>> | string {
  if (!isObject(value)) return 'images must map Kubernetes minors to images';
  const images: Record<string, string> = {};
  for (const [minor, image] of Object.entries(value)) {
    if (!/^1\.\d+$/.test(minor)) return `images: "${minor}" is not a Kubernetes minor such as 1.35`;
    if (typeof image !== 'string' || image === '') return `images: ${minor} must name an image`;
    images[minor] = image;
  }
  return images;
}

function isCidr(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f.:]+\/\d{1,3}$/i.test(value);
}

function bad(problem: string): SettingsResult {
  return { ok: false, problem };
}
