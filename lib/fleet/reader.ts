import type { Finding } from '../finding/index.ts';
import {
  type Address,
  type Cidr,
  isMalformed,
  type Malformed,
  parseAddress,
  parseCidr,
  parseRange,
  type Range,
} from '../net/index.ts';
import { parseMebibytes, parseSeconds } from './quantity.ts';
import type { Path, Source } from './source.ts';
import { parseVersion, type Version } from './version.ts';

/**
 * Turns the texts of one file into typed values, once.
 * A value that is absent or cannot be read comes back undefined; the latter leaves a finding at its place.
 */
export class Reader {
  readonly source: Source;
  readonly findings: Finding[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  /** Leaves an error about the value at the path. */
  reject(path: Path, words: Pick<Finding, 'rule' | 'problem' | 'allowed' | 'remedy'>): void {
    this.findings.push({ severity: 'error', related: [], ...words, place: this.source.place(path) });
  }

  address(text: string | undefined): Address | undefined {
    return text === undefined ? undefined : parseAddress(text);
  }

  cidr(path: Path, text: string | undefined): Cidr | undefined {
    if (text === undefined) return undefined;
    return this.#unlessMalformed(path, text, parseCidr(text), 'an IPv4 network such as 10.40.0.0/24');
  }

  /** One range or a list of them, as the file allows; what cannot be read is left out. */
  ranges(path: Path, texts: string | readonly (string | undefined)[] | undefined): PlacedRange[] {
    const list =
      typeof texts === 'string'
        ? [{ text: texts, at: path }]
        : (texts ?? []).map((text, index) => ({ text, at: [...path, index] }));
    return list.flatMap(({ text, at }) => {
      if (text === undefined) return [];
      const range = this.#unlessMalformed(
        at,
        text,
        parseRange(text),
        'an IPv4 range such as 10.40.0.10-10.40.0.60',
      );
      return range === undefined ? [] : [{ ...range, path: at, isNetwork: text.includes('/') }];
    });
  }

  /** MiB. */
  mebibytes(text: string | undefined): number | undefined {
    return text === undefined ? undefined : parseMebibytes(text);
  }

  /** Seconds. */
  seconds(text: string | undefined): number | undefined {
    return text === undefined ? undefined : parseSeconds(text);
  }

  version(text: string | undefined): Version | undefined {
    return text === undefined ? undefined : parseVersion(text);
  }

  #unlessMalformed<T extends Range>(
    path: Path,
    text: string,
    value: T | Malformed,
    allowed: string,
  ): T | undefined {
    if (!isMalformed(value)) return value;
    const [problem = '', hint] = value.malformed.split('; ');
    this.reject(path, {
      rule: 'bad-value',
      problem: `${path.join('.')} ${problem} (${text})`,
      allowed: `allowed: ${allowed}`,
      remedy: hint ?? 'correct it',
    });
    return undefined;
  }
}

/** A range together with its way into the file. */
export interface PlacedRange extends Range {
  readonly path: Path;
  /** True if it was written as a whole network, such as 10.40.0.0/24. */
  readonly isNetwork: boolean;
}
