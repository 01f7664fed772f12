import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CommandWords, type OptionWords, shells } from '../completion/words.ts';
import { zshScript } from '../completion/zsh.ts';
import { inputFiles } from '../fleet/index.ts';
import { allTopics, fieldName } from '../explain/topics.ts';
import { type Command, type Option, UsageError } from './command.ts';
import { loadCommands } from './load.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `kaas completion`: a script made from the table of commands, so that it knows every option there is. */
export const command: Command = {
  verb: 'completion',
  summary: 'Print a script that completes commands, options, rules, fields and tenants in a shell',
  positionals: shells.join('|'),
  arity: [1, 1],
  options: {},
  examples: [
    'source <(kaas completion bash)',
    'source <(kaas completion zsh)',
    'kaas completion fish | source',
  ],
  async run(input, io) {
    const shell = shells.find((name) => name === input.positionals[0]);
    if (shell === undefined) {
      throw new UsageError(
        `completion cannot be for ${JSON.stringify(input.positionals[0])}; allowed: ${shells.join(', ')}; name one of them`,
      );
    }
    io.out(scripts[shell](await commandWords()));
    return 0;
  },
};

/** The table of commands as a shell needs it. */
export async function commandWords(): Promise<CommandWords[]> {
  const loaded = await loadCommands();
  return loaded.map(({ verb, summary, options, positionals }) => ({
    verb,
    summary,
    options: Object.entries(options).map(optionWords),
    words: wordsAfter(verb),
    tenants: /\bTENANT\b/.test(positionals),
  }));
}

function optionWords([name, { type, value, choices, description }]: [string, Option]): OptionWords {
  const after = type === 'boolean' ? 'none' : (choices ?? (value === 'DIR' ? 'folder' : 'text'));
  return { name: `--${name}`, description, value: after };
}

function wordsAfter(verb: string): readonly string[] {
  if (verb === 'completion') return shells;
  if (verb !== 'explain') return [];
  const { rules, fields } = allTopics();
  return [...rules.map(({ id }) => id), ...inputFiles, ...new Set(fields.map(fieldName))];
}
