#compdef kaas
# Completion of kaas for zsh. Use it with: source <(kaas completion zsh)
# Names of the tenants of the repository.
_kaas_tenants() {
  local folder="$PWD" name
  while [[ -n "$folder" && ! -e "$folder/platform/site.yaml" ]]; do folder="${folder%/*}"; done
  for name in "$folder"/tenants/*.yaml(N:t:r); do print -r -- "$name"; done
}
_kaas() {
  local verb="${words[2]}" previous="${words[CURRENT-1]}"
  if (( CURRENT == 2 )); then
    local -a verbs=(
      'check:Say what'\''s wrong'
      'class:Write a class'
      'explain:Explain'
      'verify:Verify'
    )
    _describe command verbs
    compadd -- --help --version
    return
  fi
  if (( CURRENT == 3 )); then
    case "$verb" in
      class) compadd -- 'release'; return ;;
    esac
  fi
  case "$verb ${words[3]}" in
    'class release') verb='class release' ;;
  esac
  case "$verb $previous" in
    'check --tenants') _files -/; return ;;
    'check --format') compadd -- 'text' 'json'; return ;;
    'check --against') _message value; return ;;
  esac
  local -a options
  case "$verb" in
    'check') options=('--tenants:folder of the tenants' '--format:how: text or json' '--against:a commit' '--quiet:say less' '--help:how it is used') ;;
    'class release') options=('--help:how it is used') ;;
    'explain') compadd -- 'vip-unique' 'controlPlane.vip'; options=('--help:how it is used') ;;
    'verify') compadd -- ${(f)"$(_kaas_tenants)"}; options=('--help:how it is used') ;;
  esac
  _describe option options
}
if [ "${funcstack[1]}" = _kaas ]; then _kaas "$@"; else compdef _kaas kaas; fi
