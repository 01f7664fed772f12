import { isIP, isIPv4, isIPv6 } from 'node:net';

/** A named format of a string or number: the test and how a message calls it. */
export interface Format {
  readonly title: string;
  readonly accepts: (value: unknown) => boolean;
}

/**
 * Formats the API server validates (kube-openapi's strfmt and the integer widths). As there, a format that is not
 * known says nothing about the value.
 */
export function formatOf(name: string): Format | undefined {
  return formats.get(name);
}

const text = (title: string, accepts: (value: string) => boolean): Format => ({
  title,
  accepts: (value) => typeof value !== 'string' || accepts(value),
});
const whole = (title: string, least: number, most: number): Format => ({
  title,
  accepts: (value) =>
    typeof value !== 'number' || (Number.isInteger(value) && value >= least && value <= most),
});
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/;
const duration = /^[+-]?(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const formats: ReadonlyMap<string, Format> = new Map([
  ['int32', whole('a whole number of 32 bits', -(2 ** 31), 2 ** 31 - 1)],
  // JSON numbers of JavaScript are exact to 2^53; a larger one would not reach the file as it was meant.
  ['int64', whole('a whole number below 2^53', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
  [
    'date-time',
    text(
      'a time like 2026-01-31T12:00:00Z',
      (value) => dateTime.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  ],
  [
    'date',
    text(
      'a date like 2026-01-31',
      (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  ],
  ['duration', text('a duration like 1h30m', (value) => value === '0' || duration.test(value))],
  ['byte', text('base64 text', matches(base64))],
  ['ipv4', text('an IPv4 address', isIPv4)],
  ['ipv6', text('an IPv6 address', isIPv6)],
  ['cidr', text('a network like 10.0.0.0/16', isCidr)],
  ['mac', text('a MAC address', matches(/^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/))],
  ['uuid', text('a UUID', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i))],
  ['uri', text('an absolute URI', (value) => URL.canParse(value))],
  [
    'hostname',
    text(
      'a host name',
      matches(/^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/),
    ),
  ],
]);

/** True for `10.0.0.0/16` or `fd00::/8`. */
export function isCidr(value: string): boolean {
  const slash = value.lastIndexOf('/');
  const bits = value.slice(slash + 1);
  const family = isIP(value.slice(0, Math.max(slash, 0)));
  return family !== 0 && /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
