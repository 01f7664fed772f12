import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import { type Command, type Input, type Io, UsageError } from './commands/command.ts';
import { commandHelp, generalHelp, groupHelp } from './commands/help.ts';
import { commands } from './commands/index.ts';
import { processIo } from './process-io.ts';

/** Runs one command line and returns its exit code. */
export async function run(args: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (error instanceof UsageError) {
      for (const problem of error.problems) io.err(`kaas: ${problem}\n`);
      return 1;
    }
    io.err(`kaas: ${describe(error, io)}\n`);
    return 2;
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  if (args[0] === 'help' && args.length > 1) return dispatch([...args.slice(1), '--help'], io);
  const verb = verbOf(args);
  if (verb === undefined) return (await ofGroup(args, io)) ?? withoutVerb(args, io);
  const load = commands[verb];
  if (load === undefined) throw new Error(`no module for ${verb}`);
  const { command } = await load();
  const rest = args.slice(verb.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(commandHelp(command));
    return 0;
  }
  return command.run(parse(command, rest), io);
}

/** The longest verb that the arguments start with. */
function verbOf(args: readonly string[]): string | undefined {
  const two = args.slice(0, 2).join(' ');
  const [one = ''] = args;
  return [two, one].find((verb) => Object.hasOwn(commands, verb));
}

/** What `kaas class` and the like answer; undefined if the first word is no group of commands. */
async function ofGroup([group = '', second]: readonly string[], io: Io): Promise<number | undefined> {
  const verbs = verbsOf(group);
  if (verbs.length === 0) return undefined;
  if (second === '--help' || second === '-h' || second === 'help') {
    io.out(await groupHelp(group));
    return 0;
  }
  if (second === undefined) {
    io.err(await groupHelp(group));
    return 2;
  }
  throw new UsageError(noCommand(`${group} ${second}`, verbs));
}

const verbsOf = (group: string): string[] =>
  Object.keys(commands).filter((verb) => verb.startsWith(`${group} `));

const noCommand = (typed: string, verbs: readonly string[]): string =>
  `no command ${JSON.stringify(typed)}; allowed: ${verbs.join(', ')}; did you mean ${closest(typed, [...verbs])}?`;

async function withoutVerb(args: readonly string[], io: Io): Promise<number> {
  const [first] = args;
  if (first === '--version' || first === '-V' || first === '-v') {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
    io.out(`${manifest.version}\n`);
    return 0;
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    io.out(await generalHelp());
    return 0;
  }
  throw new UsageError(noCommand(first, Object.keys(commands)));
}

function parse(command: Command, args: readonly string[]): Input {
  const { values, positionals } = parsed(command, args);
  for (const [name, { choices }] of Object.entries(command.options)) {
    const value = values[name];
    if (choices !== undefined && typeof value === 'string' && !choices.includes(value)) {
      throw new UsageError(
        `--${name} cannot be ${JSON.stringify(value)}; allowed: ${choices.join(', ')}; see kaas ${command.verb} --help`,
      );
    }
  }
  const [fewest, most] = command.arity;
  if (positionals.length < fewest)
    throw new UsageError(
      `${command.verb} needs ${command.positionals}; allowed: as in ${command.examples[0] ?? command.verb}; see kaas ${command.verb} --help`,
    );
  if (positionals.length > most) {
    const wanted = command.positionals === '' ? 'no arguments' : command.positionals;
    throw new UsageError(
      `${command.verb} takes ${wanted}, not ${JSON.stringify(positionals.join(' '))}; see kaas ${command.verb} --help`,
    );
  }
  return {
    positionals,
    text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    flag: (option) => values[option] === true,
  };
}

function parsed(
  command: Command,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(command.options).map(
      ([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }] as const,
    ),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // By its code, since Node's own errors are no instances of a test's TypeError.
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (code.startsWith('ERR_PARSE_ARGS'))
      throw new UsageError(`${parseProblem(message)}; see kaas ${command.verb} --help`);
    throw error;
  }
}

/** One line of Node's words for an argument. */
function parseProblem(message: string): string {
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
  if (option !== undefined)
    return `${option} needs a value, and what follows begins with a dash; write ${option}=VALUE if it is meant`;
  return message.split(/\. |\n/)[0] ?? message;
}

/** A stack trace helps only who mends the tool: it is shown when KAAS_DEBUG is set. */
function describe(error: unknown, io: Io): string {
  if (!(error instanceof Error)) return String(error);
  return io.env.KAAS_DEBUG === undefined
    ? `the tool failed: ${error.message} (set KAAS_DEBUG=1 for the stack trace)`
    : (error.stack ?? error.message);
}
