import type { Finding } from '../../finding/index.ts';
import type { FleetDraft, Source } from '../../fleet/index.ts';

/** Which files are not what an earlier fleet had: new, or with another text. */
export class ChangedFiles {
  readonly #earlier: ReadonlyMap<string, string>;
  readonly #changed: ReadonlySet<string>;

  constructor(earlier: FleetDraft, fleet: FleetDraft) {
    this.#earlier = new Map(sourcesOf(earlier).map(({ file, text }) => [file, text]));
    this.#changed = new Set(
      sourcesOf(fleet).flatMap(({ file, text }) => (this.#earlier.get(file) === text ? [] : [file])),
    );
  }

  /**
   * The fleet with the tenants that did not change first: of two that claim the same, rules take the first one for the holder
   * and tell the other.
   */
  last({ tenants, ...rest }: FleetDraft): FleetDraft {
    const isChanged = ({ source }: { readonly source: Source }): boolean => this.#changed.has(source.file);
    return {
      ...rest,
      tenants: [...tenants.filter((tenant) => !isChanged(tenant)), ...tenants.filter(isChanged)],
    };
  }

  /** The finding told at the file that changed, if it is told at one that did not and another one of it did. */
  toldAtTheChange(finding: Finding): Finding {
    const { place, related } = finding;
    if (this.#changed.has(place.file)) return finding;
    const change = related.find((one) => this.#changed.has(one.place.file));
    if (change === undefined) return finding;
    const others = related.filter((one) => one !== change);
    return {
      ...finding,
      place: change.place,
      problem: finding.problem.includes(change.note)
        ? finding.problem
        : `${finding.problem} (${change.note})`,
      related: [{ place, note: 'where it shows; this file did not change' }, ...others],
    };
  }
}

const sourcesOf = ({ site, versions, tenants, classes }: FleetDraft): Source[] =>
  [site, ...(versions === undefined ? [] : [versions]), ...tenants, ...classes].map(({ source }) => source);
