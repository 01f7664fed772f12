/** One option as a shell offers it. */
export interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly description: string;
  /** What follows: a folder, one of a few words, any text, or nothing. */
  readonly value: 'folder' | 'text' | 'none' | readonly string[];
}

/** One command as a shell offers it. */
export interface CommandWords {
  /** One or two words. */
  readonly verb: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  /** Words that may follow, such as the shells of `completion`. */
  readonly words: readonly string[];
  /** True if the name of a tenant may follow; the shell reads the names from the folder of the tenant files. */
  readonly tenants: boolean;
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** First words of the verbs, each once. */
export function firstWords(commands: readonly CommandWords[]): string[] {
  return [...new Set(commands.map(({ verb }) => verb.split(' ')[0] ?? ''))];
}

/** Commands of two words, by their first. */
export function secondWords(commands: readonly CommandWords[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { verb } of commands) {
    const [first = '', second] = verb.split(' ');
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

/** A text in single quotes, safe in every shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
