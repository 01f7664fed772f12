import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Every page of the project that people read, from its root. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'test/e2e/lab/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
    .sort(),
];

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const withoutCode = (text: string): string =>
  text.replaceAll(/^( *)```[^]*?^\1```$/gm, '').replaceAll(/<!--[^]*?-->/g, '');

/** Fenced blocks of a language, in their order; those in lists without their indentation. */
export function blocksOf(text: string, ...languages: readonly string[]): readonly string[] {
  return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm)]
    .filter(([, , language = '']) => languages.includes(language))
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** The text below a heading, up to the next one of its level or above. */
export function sectionOf(text: string, heading: string): string {
  const [, marks = '', rest = ''] = new RegExp(`^(#+) ${heading}\\n([^]*)`, 'm').exec(text) ?? [];
  if (marks === '') throw new Error(`no heading ${heading}`);
  return rest.split(new RegExp(`^#{1,${marks.length}} `, 'm'))[0] ?? '';
}

/** The anchors of a page's headings, as GitHub makes them (gjtorikian/html-pipeline, toc_filter.rb). */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return new Set(anchors);
}

export interface Link {
  /** Page or file that is linked, from the root of the project. */
  readonly path: string;
  readonly anchor: string;
}

/** Links of a page to files of the project. */
export function linksOf(page: string): readonly Link[] {
  const targets = [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
  return targets.map(([, target = '']) => {
    const [path = '', anchor = ''] = target.split('#');
    const linked = path === '' ? page : relative(root, join(root, page, '..', path));
    return { path: linked, anchor };
  });
}
