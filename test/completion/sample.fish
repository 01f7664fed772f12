# Completion of kaas for fish. Use it with: kaas completion fish | source
complete -c kaas -f
complete -c kaas -n __fish_use_subcommand -l version -d 'version of kaas'
complete -c kaas -l help -d 'how it is used'
complete -c kaas -n __fish_use_subcommand -a 'check' -d 'Say what'\''s wrong'
complete -c kaas -n __fish_use_subcommand -a 'class' -d 'Write a class'
complete -c kaas -n __fish_use_subcommand -a 'explain' -d 'Explain'
complete -c kaas -n '__fish_seen_subcommand_from class; and not __fish_seen_subcommand_from release' -a 'release'
complete -c kaas -n '__fish_seen_subcommand_from check' -l tenants -x -a '(__fish_complete_directories)' -d 'folder of the tenants'
complete -c kaas -n '__fish_seen_subcommand_from check' -l format -x -a 'text json' -d 'how: text or json'
complete -c kaas -n '__fish_seen_subcommand_from check' -l against -x -d 'a commit'
complete -c kaas -n '__fish_seen_subcommand_from check' -l quiet -d 'say less'
complete -c kaas -n '__fish_seen_subcommand_from explain' -a 'vip-unique controlPlane.vip'
