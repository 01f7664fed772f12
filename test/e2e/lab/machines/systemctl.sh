#!/bin/sh
# The kubelet's unit, as kubeadm's packages define it: started with the flags that kubeadm wrote, and again ten
# seconds after it ended. Other units are none of this machine's.
for word in "$@"; do
  case $word in
  -*) ;;
  *) if [ -z "${verb-}" ]; then verb=$word; else unit=${word%.service}; fi ;;
  esac
done
supervisor=/run/kubelet.supervisor

running() { [ -f "$supervisor" ] && kill -0 "$(cat "$supervisor")" 2>/dev/null; }

stop() {
  if running; then kill "$(cat "$supervisor")"; fi
  pkill -x kubelet || true
  rm -f "$supervisor"
}

supervise() {
  while :; do
    KUBELET_KUBEADM_ARGS=
    if [ -f /var/lib/kubelet/kubeadm-flags.env ]; then . /var/lib/kubelet/kubeadm-flags.env; fi
    eval "set -- $KUBELET_KUBEADM_ARGS" # systemd takes quotes off the words of a variable, too
    kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf \
      --config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubernetes/kubelet.conf.d "$@"
    sleep 10
  done
}

[ "${unit-}" = kubelet ] || exit 0
case $verb in
is-active) running ;;
start | restart)
  stop
  supervise >>/var/log/kubelet.log 2>&1 &
  echo $! >"$supervisor"
  ;;
stop) stop ;;
esac
