# Completion of kaas for fish. Use it with: kaas completion fish | source
# Names of the tenants of the repository.
function __kaas_tenants
  set -l folder $PWD
  while test -n "$folder" -a ! -e "$folder/platform/site.yaml"
    set folder (string replace -r '/[^/]*$' '' -- $folder)
  end
  for file in $folder/tenants/*.yaml
    string replace -r '.*/(.*)\.yaml$' '$1' -- $file
  end
end
complete -c kaas -f
complete -c kaas -n __fish_use_subcommand -l version -d 'version of kaas'
complete -c kaas -l help -d 'how it is used'
complete -c kaas -n __fish_use_subcommand -a 'check' -d 'Say what'\''s wrong'
complete -c kaas -n __fish_use_subcommand -a 'class' -d 'Write a class'
complete -c kaas -n __fish_use_subcommand -a 'explain' -d 'Explain'
complete -c kaas -n __fish_use_subcommand -a 'verify' -d 'Verify'
complete -c kaas -n '__fish_seen_subcommand_from class; and not __fish_seen_subcommand_from release' -a 'release'
complete -c kaas -n '__fish_seen_subcommand_from check' -l tenants -x -a '(__fish_complete_directories)' -d 'folder of the tenants'
complete -c kaas -n '__fish_seen_subcommand_from check' -l format -x -a 'text json' -d 'how: text or json'
complete -c kaas -n '__fish_seen_subcommand_from check' -l against -x -d 'a commit'
complete -c kaas -n '__fish_seen_subcommand_from check' -l quiet -d 'say less'
complete -c kaas -n '__fish_seen_subcommand_from explain' -a 'vip-unique controlPlane.vip'
complete -c kaas -n '__fish_seen_subcommand_from verify' -a '(__kaas_tenants)'
