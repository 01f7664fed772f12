import { parseArgs } from 'node:util';
import { loadCommands } from '../../lib/commands/load.ts';

/** Every `npx kaas ...` of a text, with its arguments as a shell splits them (up to a redirection). */
export function kaasCalls(text: string): string[][] {
  return [...text.matchAll(/npx kaas ([^\n>|]*)/g)].map(([, rest = '']) =>
    (rest.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
  );
}

/** What is wrong with a call: an unknown verb or option, or a value that is not one of the choices. Empty if nothing is. */
export async function faultsOf(call: readonly string[]): Promise<string[]> {
  const command = (await loadCommands()).find(
    ({ verb }) => call.slice(0, verb.split(' ').length).join(' ') === verb,
  );
  if (command === undefined) return [`no command ${call.join(' ')}`];
  try {
    const options = Object.fromEntries(
      Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
    );
    const { values } = parseArgs({
      args: call.slice(command.verb.split(' ').length),
      options,
      strict: true,
      allowPositionals: false,
    });
    return Object.entries(command.options).flatMap(([name, { choices }]) => {
      const value = values[name];
      return choices === undefined || typeof value !== 'string' || choices.includes(value)
        ? []
        : [`${name} cannot be ${value}`];
    });
  } catch (error) {
    return [String(error)];
  }
}
