import { type CommandWords, firstWords, type OptionWords, quoted, secondWords } from './words.ts';

/** Completion for zsh: sourced, or as a file _kaas in a folder of fpath. */
export function zshScript(commands: readonly CommandWords[]): string {
  const pairs = commands.map(({ verb }) => verb).filter((verb) => verb.includes(' '));
  return `#compdef kaas
# Completion of kaas for zsh. Use it with: source <(kaas completion zsh)
# Names of the tenants of the repository.
_kaas_tenants() {
  local folder="$PWD" name
  while [[ -n "$folder" && ! -e "$folder/platform/site.yaml" ]]; do folder="\${folder%/*}"; done
  for name in "$folder"/tenants/*.yaml(N:t:r); do print -r -- "$name"; done
}
_kaas() {
  local verb="\${words[2]}" previous="\${words[CURRENT-1]}"
  if (( CURRENT == 2 )); then
    local -a verbs=(
${firstWords(commands)
  .map((word) => `      ${described(word, summaryOf(word, commands))}`)
  .join('\n')}
    )
    _describe command verbs
    compadd -- --help --version
    return
  fi
  if (( CURRENT == 3 )); then
    case "$verb" in
${[...secondWords(commands)].map(([first, words]) => `      ${first}) compadd -- ${words.map(quoted).join(' ')}; return ;;`).join('\n')}
    esac
  fi
  case "$verb \${words[3]}" in
${pairs.map((verb) => `    ${quoted(verb)}) verb=${quoted(verb)} ;;`).join('\n')}
  esac
  case "$verb $previous" in
${commands.flatMap(({ verb, options }) => options.flatMap((option) => valueCase(verb, option))).join('\n')}
  esac
  local -a options
  case "$verb" in
${commands.map(wordsCase).join('\n')}
  esac
  _describe option options
}
if [ "\${funcstack[1]}" = _kaas ]; then _kaas "$@"; else compdef _kaas kaas; fi
`;
}

function summaryOf(word: string, commands: readonly CommandWords[]): string {
  return (
    commands.find(({ verb }) => verb === word)?.summary ??
    commands.find(({ verb }) => verb.startsWith(`${word} `))?.summary ??
    ''
  );
}

/** An entry of _describe: the word, a colon, what it is. */
const described = (word: string, text: string): string => quoted(`${word.replaceAll(':', '\\:')}:${text}`);

function valueCase(verb: string, { name, value }: OptionWords): string[] {
  if (value === 'none') return [];
  const reply =
    value === 'folder'
      ? '_files -/'
      : value === 'text'
        ? '_message value'
        : `compadd -- ${value.map(quoted).join(' ')}`;
  return [`    ${quoted(`${verb} ${name}`)}) ${reply}; return ;;`];
}

function wordsCase({ verb, options, words, tenants }: CommandWords): string {
  const entries = [
    ...options.map(({ name, description }) => described(name, description)),
    described('--help', 'how it is used'),
  ];
  const more = words.length === 0 ? '' : `compadd -- ${words.map(quoted).join(' ')}; `;
  const names = tenants ? 'compadd -- ${(f)"$(_kaas_tenants)"}; ' : '';
  return `    ${quoted(verb)}) ${more}${names}options=(${entries.join(' ')}) ;;`;
}
