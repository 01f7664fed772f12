import type { FleetDraft, Path, Source } from '../fleet/index.ts';

/** One entry of `accept`: a warning about its own file that somebody knows of. */
export interface Acceptance {
  readonly source: Source;
  readonly path: Path;
  readonly rule: string;
}

/** The entries of `accept` of the site file and of every tenant file. */
export function acceptancesOf({ site, tenants }: FleetDraft): Acceptance[] {
  return [site, ...tenants].flatMap(({ source, file }) =>
    (file.accept ?? []).flatMap((item, index) =>
      item?.rule === undefined ? [] : [{ source, path: ['accept', index, 'rule'], rule: item.rule }],
    ),
  );
}
