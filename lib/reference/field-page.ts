import type { Field, InputFile } from '../fleet/index.ts';
import { heading, plain, table } from './markdown.ts';

const titles: Readonly<Record<InputFile, readonly [title: string, introduction: string]>> = {
  tenant: [
    'Tenant file',
    'One file `tenants/NAME.yaml` for each tenant; NAME is the name of the tenant. `kaas new NAME` writes one. NAME in a path stands for any name of your own, N for an entry of a list.',
  ],
  site: [
    'Site file',
    'The place, `platform/site.yaml`. NAME in a path stands for any name of your own, N for an entry of a list.',
  ],
  versions: [
    'Versions file',
    'What is pinned, `platform/versions.yaml`: releases of the components, and images.',
  ],
};

/** Page of every field of one input file. */
export function fieldPage(file: InputFile, fields: readonly Field[]): string {
  const [title, introduction] = titles[file];
  const own = fields.filter((field) => field.file === file && !isRepeated(field));
  const tops = own.filter(({ path }) => path.length === 1);
  const required = tops.filter((field) => field.required).map(({ path }) => `\`${path.join('.')}\``);
  return [
    heading(title, `${introduction} Required: ${required.join(', ')}.`),
    ...tops.map((top) =>
      section(
        top,
        own.filter(({ path }) => path[0] === top.path[0]),
      ),
    ),
  ].join('\n');
}

/** Machines can be described in three places with the same fields: they are listed once. */
function isRepeated({ path }: Field): boolean {
  const at = path.indexOf('machines');
  return at > 0 && path.length > at + 1;
}

function section(top: Field, fields: readonly Field[]): string {
  const rows = fields.map((field) => [
    `\`${field.path.join('.')}\``,
    need(field),
    plain(what(field)),
    plain(field.allowed),
  ]);
  const refused = fields.flatMap(({ path, refused }) =>
    Object.entries(refused).map(([key, reason]) => `- \`${[...path, key].join('.')}\`: ${plain(reason)}`),
  );
  return [
    `## ${top.path.join('.')}\n`,
    table(['Field', 'Default', 'What it is', 'Allowed'], rows),
    ...(refused.length === 0 ? [] : [`Refused by name:\n\n${refused.join('\n')}\n`]),
  ].join('\n');
}

const need = ({ required, default: fallback }: Field): string =>
  required ? '**required**' : fallback === undefined ? '' : plain(fallback);

function what({ path, description }: Field): string {
  const same =
    path.at(-1) === 'machines' && path.length > 1
      ? ' The fields are those of machines in the tenant file.'
      : '';
  return `${description}${same}`;
}
