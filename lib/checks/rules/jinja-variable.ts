import { jinjaAllowed, jinjaFaults } from '../jinja.ts';
import { type Level, levelsOf } from '../levels.ts';
import type { Path } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #514. */
export const rule: Rule = {
  id: 'jinja-variable',
  severity: 'error',
  summary: 'Arguments, files and commands use only the variables that cloud-init has on the machine.',
  why: 'All user data is a jinja template: an unknown variable becomes CI_MISSING_JINJA_VAR/NAME, and a stray {% or {# (also that of a shell) stops cloud-init before the machine joins.',
  example: `machines: {kubeletArgs: {v: "{{ ds.meta_data.proxmox_node }}"}}`,
  remedy: 'use one of them, or put the text between {% raw %} and {% endraw %}',
  *check(fleet) {
    for (const level of levelsOf(fleet)) {
      for (const { path, text } of textsOf(level)) {
        for (const piece of jinjaFaults(text)) {
          yield {
            place: level.source.place(path),
            problem: `cloud-init cannot fill in ${piece}`,
            allowed: jinjaAllowed,
          };
        }
      }
    }
  },
};

function textsOf({ machines, path }: Level): { readonly path: Path; readonly text: string }[] {
  const { kubeletArgs, files, preCommands, postCommands } = machines;
  const texts: { path: Path; text: string | undefined }[] = [
    ...Object.entries(kubeletArgs ?? {}).map(([name, text]) => ({
      path: [...path, 'kubeletArgs', name],
      text,
    })),
    ...(files ?? []).map((file, index) => ({
      path: [...path, 'files', index, 'content'],
      text: file?.content,
    })),
    ...(preCommands ?? []).map((text, index) => ({ path: [...path, 'preCommands', index], text })),
    ...(postCommands ?? []).map((text, index) => ({ path: [...path, 'postCommands', index], text })),
  ];
  return texts.flatMap(({ path: at, text }) => (text === undefined ? [] : [{ path: at, text }]));
}
