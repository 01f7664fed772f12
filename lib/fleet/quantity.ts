const mebibytes: Record<string, number> = { Mi: 1, Gi: 1024, Ti: 1024 * 1024 };

/** Reads `512Mi`, `8Gi` or `1Ti` into MiB; undefined for anything else. */
export function parseMebibytes(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)(Mi|Gi|Ti)$/.exec(text) ?? [];
  const factor = mebibytes[unit];
  return count === undefined || factor === undefined ? undefined : Number(count) * factor;
}

/** MiB as a Kubernetes quantity in its largest whole unit. */
export function mebibytesText(count: number): string {
  return count % 1024 === 0 ? `${String(count / 1024)}Gi` : `${String(count)}Mi`;
}

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** Reads `90s`, `10m` or `2h` into seconds; undefined for anything else. */
export function parseSeconds(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)([smh])$/.exec(text) ?? [];
  const factor = seconds[unit];
  return count === undefined || factor === undefined ? undefined : Number(count) * factor;
}
