import { type CommandWords, firstWords, type OptionWords, quoted, secondWords } from './words.ts';

/** Completion for bash 3.2 and newer. */
export function bashScript(commands: readonly CommandWords[]): string {
  const seconds = [...secondWords(commands)];
  const pairs = commands.map(({ verb }) => verb).filter((verb) => verb.includes(' '));
  return `# Completion of kaas for bash. Use it with: source <(kaas completion bash)
# Names of the tenants of the repository. Other names than theirs are left out: compgen would run what is in them.
_kaas_tenants() {
  local folder="$PWD" name
  while [ -n "$folder" ] && [ ! -e "$folder/platform/site.yaml" ]; do folder="\${folder%/*}"; done
  for name in "$folder"/tenants/*.yaml; do
    name="\${name##*/}"
    name="\${name%.yaml}"
    case "$name" in *[!a-z0-9-]*) ;; *) echo "$name" ;; esac
  done
}
_kaas() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" verb="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted([...firstWords(commands), '--help', '--version'].join(' '))} -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$verb" in
${seconds.map(([first, words]) => `      ${first}) COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current")); return ;;`).join('\n')}
    esac
  fi
  case "$verb \${COMP_WORDS[2]}" in
${pairs.map((verb) => `    ${quoted(verb)}) verb=${quoted(verb)} ;;`).join('\n')}
  esac
  case "$verb $previous" in
${commands.flatMap(({ verb, options }) => options.flatMap((option) => valueCase(verb, option))).join('\n')}
  esac
  case "$verb" in
${commands.map(wordsCase).join('\n')}
  esac
}
complete -F _kaas kaas
`;
}

function valueCase(verb: string, { name, value }: OptionWords): string[] {
  if (value === 'none') return [];
  const reply =
    value === 'folder'
      ? 'compgen -d -- "$current"'
      : value === 'text'
        ? ''
        : `compgen -W ${quoted(value.join(' '))} -- "$current"`;
  return [`    ${quoted(`${verb} ${name}`)}) ${reply === '' ? '' : `COMPREPLY=($(${reply})); `}return ;;`];
}

function wordsCase({ verb, options, words, tenants }: CommandWords): string {
  const all = [...words, ...options.map(({ name }) => name), '--help'];
  const names = tenants ? '" $(_kaas_tenants)"' : '';
  return `    ${quoted(verb)}) COMPREPLY=($(compgen -W ${quoted(all.join(' '))}${names} -- "$current")) ;;`;
}
