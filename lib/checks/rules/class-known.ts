import { nearest, type Path, type Source } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'class-known',
  severity: 'error',
  summary: 'The class generation that the site or a tenant names has been released.',
  why: 'The Cluster would be refused: "ClusterClass not found".',
  example: 'class: lab-tenant-99',
  remedy: 'name one of them, or run `kaas class release`',
  *check({ site, tenants, classes, unusableClasses }) {
    // What cannot be read has a finding of its own, and may well have been released.
    if (unusableClasses === undefined) return;
    const released = classes.map(({ name }) => name);
    const named: { readonly name: string | undefined; readonly source: Source; readonly path: Path }[] = [
      { name: site.class, source: site.source, path: ['class'] },
      ...tenants.map(({ file, source }) => ({ name: file.class, source, path: ['class'] })),
    ];
    for (const { name, source, path } of named) {
      if (name === undefined || released.includes(name) || unusableClasses.includes(name)) continue;
      const near = nearest(name, released);
      yield {
        place: source.place(path),
        problem: `there is no class generation ${name}`,
        allowed: released.length === 0 ? 'none has been released' : `allowed: ${released.join(', ')}`,
        ...(near === undefined ? {} : { remedy: `did you mean ${near}?` }),
      };
    }
  },
};
