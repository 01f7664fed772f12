/** The world that a command may touch besides the file system; tests pass their own. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Messages and progress. */
  readonly err: (text: string) => void;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** True if results go to a terminal that shows colours (and NO_COLOR is unset). */
  readonly color: boolean;
  /** True if a person can be asked. */
  readonly interactive: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One `--option` of a command. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Placeholder of the value in the help, such as DIR. */
  readonly value?: string;
  readonly description: string;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
}

/** What the user typed after the verb. */
export interface Input {
  readonly positionals: readonly string[];
  /** Value of a string option, undefined if it was not given. */
  text(option: string): string | undefined;
  /** True if a boolean option was given. */
  flag(option: string): boolean;
}

/** One verb. Commands hold little logic: they read options, call a room and print. */
export interface Command {
  /** What is typed, such as `synth` or `class release`. */
  readonly verb: string;
  /** One line of the list of commands. */
  readonly summary: string;
  /** Positional arguments as shown in the help, such as `NAME`; empty if there are none. */
  readonly positionals: string;
  /** Fewest and most positional arguments. */
  readonly arity: readonly [number, number];
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** Exit code: 0 done, 1 findings, 2 the tool itself failed. */
  run(input: Input, io: Io): Promise<number> | number;
}

/** Mistakes in how the command was called; each is shown on a line of its own, without a stack trace. */
export class UsageError extends Error {
  /** All of them, so that one run tells what several would. */
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
