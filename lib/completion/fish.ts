import { type CommandWords, firstWords, type OptionWords, quoted, secondWords } from './words.ts';

/** Completion for fish 3 and newer. */
export function fishScript(commands: readonly CommandWords[]): string {
  const firsts = firstWords(commands);
  const seconds = [...secondWords(commands)];
  return `# Completion of kaas for fish. Use it with: kaas completion fish | source
# Names of the tenants of the repository.
function __kaas_tenants
  set -l folder $PWD
  while test -n "$folder" -a ! -e "$folder/platform/site.yaml"
    set folder (string replace -r '/[^/]*$' '' -- $folder)
  end
  for file in $folder/tenants/*.yaml
    string replace -r '.*/(.*)\\.yaml$' '$1' -- $file
  end
end
complete -c kaas -f
complete -c kaas -n __fish_use_subcommand -l version -d 'version of kaas'
complete -c kaas -l help -d 'how it is used'
${firsts.map((word) => `complete -c kaas -n __fish_use_subcommand -a ${quoted(word)} -d ${quoted(summaryOf(word, commands))}`).join('\n')}
${seconds.map(([first, words]) => `complete -c kaas -n ${quoted(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${words.join(' ')}`)} -a ${quoted(words.join(' '))}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}

function summaryOf(word: string, commands: readonly CommandWords[]): string {
  return commands.find(({ verb }) => verb.split(' ')[0] === word)?.summary ?? '';
}

function commandLines({ verb, options, words, tenants }: CommandWords): string[] {
  const condition = quoted(
    verb
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and '),
  );
  return [
    ...(words.length === 0 ? [] : [`complete -c kaas -n ${condition} -a ${quoted(words.join(' '))}`]),
    ...(tenants ? [`complete -c kaas -n ${condition} -a '(__kaas_tenants)'`] : []),
    ...options.map((option) => `complete -c kaas -n ${condition} ${optionText(option)}`),
  ];
}

function optionText({ name, description, value }: OptionWords): string {
  const after =
    value === 'none'
      ? ''
      : value === 'folder'
        ? " -x -a '(__fish_complete_directories)'"
        : value === 'text'
          ? ' -x'
          : ` -x -a ${quoted(value.join(' '))}`;
  return `-l ${name.replace(/^--/, '')}${after} -d ${quoted(description)}`;
}
