#!/bin/sh
# One machine, as process 1 of namespaces of its own: a root over this machine's files that keeps what is written to
# itself, then containerd, as systemd would start it. cloud-init's part comes from outside.
# usage: boot.sh STATE HOSTNAME REGISTRY KUBELET KUBEADM
set -eu
state=$1 name=$2 registry=$3 kubelet=$4 kubeadm=$5
here=$(dirname "$0")
root=$state/root
mkdir -p "$root" "$state/upper" "$state/work" "$state/containerd" "$state/kubelet"
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/,upperdir=$state/upper,workdir=$state/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
for directory in /run /tmp /var/log /etc/kubernetes /etc/cni/net.d; do
  mkdir -p "$root$directory"
  mount -t tmpfs tmpfs "$root$directory"
done
# containerd's layers and the kubelet's volumes cannot lie on an overlay.
for directory in containerd kubelet; do
  mkdir -p "$root/var/lib/$directory"
  mount --bind "$state/$directory" "$root/var/lib/$directory"
done
program() {
  touch "$root/usr/local/bin/$1"
  chmod +x "$root/usr/local/bin/$1"
  mount --bind "$2" "$root/usr/local/bin/$1"
}
program kubelet "$kubelet"
program kubeadm-real "$kubeadm"
program kubeadm "$here/kubeadm.sh"
program systemctl "$here/systemctl.sh"
mkdir -p "$root/etc/containerd/certs.d/_default" "$root/etc/kubernetes/kubelet.conf.d"
cp "$here/containerd.toml" "$root/etc/containerd/config.toml"
printf 'server = "http://%s"\n[host."http://%s"]\ncapabilities = ["pull", "resolve"]\n' "$registry" "$registry" \
  >"$root/etc/containerd/certs.d/_default/hosts.toml"
cp "$state/kubelet.yaml" "$root/etc/kubernetes/kubelet.conf.d/90-lab.conf"
cp "$state/resolv.conf" "$root/etc/resolv.conf"
cat /proc/sys/kernel/random/uuid | tr -d - >"$root/etc/machine-id"
mkdir -p "$root/mnt/old"
cd "$root"
pivot_root . mnt/old
umount -l /mnt/old
mount --make-rshared /
hostname "$name"
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$name" >/etc/hosts
ip link set lo up
echo 1 >/proc/sys/net/ipv4/ip_forward
containerd >/var/log/containerd.log 2>&1 &
until ctr version >/dev/null 2>&1; do sleep 0.2; done
touch /run/booted
# As process 1 it is the parent of every orphan: a shell that waits for a child collects them all.
while :; do
  sleep 3600 &
  wait $!
done
