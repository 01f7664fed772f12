import { type Finding, type Format, formats, printFindings } from '../finding/index.ts';
import type { Input, Io, Option } from './command.ts';

/** The option of every command that prints findings. */
export const formatOption = {
  format: {
    type: 'string',
    choices: formats,
    description: 'text, json or github (annotations on a pull request); default: text',
  },
} as const satisfies Record<string, Option>;

/** The format that was asked for. */
export function formatOf(input: Input): Format {
  return formats.find((format) => format === input.text('format')) ?? 'text';
}

/** Prints findings where they belong: for people to standard error, for machines to standard output. */
export function tellFindings(findings: readonly Finding[], format: Format, io: Io): void {
  const text = printFindings(findings, format, io.color);
  (format === 'text' ? io.err : io.out)(text);
}

/** `2 errors, 1 warning`; '' if there are none. */
export function countText(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [plural(errors, 'error'), plural(warnings, 'warning')].filter((part) => part !== '').join(', ');
}

/** `3 tenants`, `1 tenant`, or '' for none. */
export function plural(count: number, noun: string): string {
  return count === 0 ? '' : `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
