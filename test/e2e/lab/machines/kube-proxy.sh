#!/bin/sh
# kube-proxy in a network namespace: the size of the connection table belongs to the whole kernel and cannot be set.
config=
for word in "$@"; do
  case $word in --config=*) config=${word#--config=} ;; esac
done
sed -e 's/maxPerCore: .*/maxPerCore: 0/' "$config" >/tmp/config.conf
if ! grep -q maxPerCore /tmp/config.conf; then sed -i -e 's/^conntrack:.*/conntrack:\n  maxPerCore: 0/' /tmp/config.conf; fi
for word in "$@"; do
  shift
  case $word in --config=*) word=--config=/tmp/config.conf ;; esac
  set -- "$@" "$word"
done
exec /usr/local/bin/kube-proxy-real "$@"
