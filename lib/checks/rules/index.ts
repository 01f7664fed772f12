import type { Rule } from '../rule.ts';
import { rule as acceptError } from './accept-error.ts';
import { rule as acceptUnused } from './accept-unused.ts';
import { rule as accessEveryone } from './access-everyone.ts';
import { rule as addressTwice } from './address-twice.ts';
import { rule as annotationReserved } from './annotation-reserved.ts';
import { rule as apiPort } from './api-port.ts';
import { rule as argFile } from './arg-file.ts';
import { rule as auditArgs } from './audit-args.ts';
import { rule as autoscalerMaxNodes } from './autoscaler-max-nodes.ts';
import { rule as autoscalerOptions } from './autoscaler-options.ts';
import { rule as autoscalerUnused } from './autoscaler-unused.ts';
import { rule as budgetUnused } from './budget-unused.ts';
import { rule as certSan } from './cert-san.ts';
import { rule as certSanShared } from './cert-san-shared.ts';
import { rule as cidrDns } from './cidr-dns.ts';
import { rule as cidrManagement } from './cidr-management.ts';
import { rule as cidrNodeSubnet } from './cidr-node-subnet.ts';
import { rule as classKnown } from './class-known.ts';
import { rule as clusterIdCni } from './cluster-id-cni.ts';
import { rule as clusterIdUnique } from './cluster-id-unique.ts';
import { rule as cniMtu } from './cni-mtu.ts';
import { rule as controlPlaneArgs } from './control-plane-args.ts';
import { rule as csiUnused } from './csi-unused.ts';
import { rule as datastoreBudget } from './datastore-budget.ts';
import { rule as datastoreClash } from './datastore-clash.ts';
import { rule as datastoreFields } from './datastore-fields.ts';
import { rule as datastoreNodes } from './datastore-nodes.ts';
import { rule as datastoreQuota } from './datastore-quota.ts';
import { rule as datastoreTls } from './datastore-tls.ts';
import { rule as fileReserved } from './file-reserved.ts';
import { rule as fileSource } from './file-source.ts';
import { rule as filesTwice } from './files-twice.ts';
import { rule as fleetFit } from './fleet-fit.ts';
import { rule as gitopsBranch } from './gitops-branch.ts';
import { rule as gitopsOptions } from './gitops-options.ts';
import { rule as gitopsRepo } from './gitops-repo.ts';
import { rule as hostsTwice } from './hosts-twice.ts';
import { rule as imageOs } from './image-os.ts';
import { rule as imageWindow } from './image-window.ts';
import { rule as jinjaVariable } from './jinja-variable.ts';
import { rule as kubeletArgs } from './kubelet-args.ts';
import { rule as labelDomain } from './label-domain.ts';
import { rule as labelReserved } from './label-reserved.ts';
import { rule as managementCidrs } from './management-cidrs.ts';
import { rule as meshPods } from './mesh-pods.ts';
import { rule as networkDns } from './network-dns.ts';
import { rule as networkGateway } from './network-gateway.ts';
import { rule as networkOverlap } from './network-overlap.ts';
import { rule as networkReserved } from './network-reserved.ts';
import { rule as nicNetwork } from './nic-network.ts';
import { rule as nicShared } from './nic-shared.ts';
import { rule as nicUnknown } from './nic-unknown.ts';
import { rule as nodeRangeNetwork } from './node-range-network.ts';
import { rule as nodeRangeOverlap } from './node-range-overlap.ts';
import { rule as nodeRangeReserved } from './node-range-reserved.ts';
import { rule as nodeRangeSize } from './node-range-size.ts';
import { rule as nodeRangeVips } from './node-range-vips.ts';
import { rule as oidcArgs } from './oidc-args.ts';
import { rule as oidcPrefix } from './oidc-prefix.ts';
import { rule as patchValue } from './patch-value.ts';
import { rule as podsServices } from './pods-services.ts';
import { rule as podsSize } from './pods-size.ts';
import { rule as poolBehind } from './pool-behind.ts';
import { rule as poolBounds } from './pool-bounds.ts';
import { rule as poolCores } from './pool-cores.ts';
import { rule as poolFit } from './pool-fit.ts';
import { rule as poolMemory } from './pool-memory.ts';
import { rule as poolRollout } from './pool-rollout.ts';
import { rule as poolVersion } from './pool-version.ts';
import { rule as poolZero } from './pool-zero.ts';
import { rule as poolsTainted } from './pools-tainted.ts';
import { rule as proxmoxInsecure } from './proxmox-insecure.ts';
import { rule as removingPaused } from './removing-paused.ts';
import { rule as reservedTaken } from './reserved-taken.ts';
import { rule as ruleSeverity } from './rule-severity.ts';
import { rule as secretName } from './secret-name.ts';
import { rule as serviceAnnotation } from './service-annotation.ts';
import { rule as servicesSize } from './services-size.ts';
import { rule as taintReserved } from './taint-reserved.ts';
import { rule as taintsTwice } from './taints-twice.ts';
import { rule as tenantName } from './tenant-name.ts';
import { rule as unknownHost } from './unknown-host.ts';
import { rule as unknownRule } from './unknown-rule.ts';
import { rule as versionAutoscaler } from './version-autoscaler.ts';
import { rule as versionImage } from './version-image.ts';
import { rule as versionWindow } from './version-window.ts';
import { rule as versionsCompatible } from './versions-compatible.ts';
import { rule as versionsDigest } from './versions-digest.ts';
import { rule as versionsImage } from './versions-image.ts';
import { rule as versionsMissing } from './versions-missing.ts';
import { rule as versionsUnknown } from './versions-unknown.ts';
import { rule as vipInRange } from './vip-in-range.ts';
import { rule as vipReserved } from './vip-reserved.ts';
import { rule as vipUnique } from './vip-unique.ts';
import { rule as vipsAnnounce } from './vips-announce.ts';
import { rule as vipsNetwork } from './vips-network.ts';
import { rule as vipsOverlap } from './vips-overlap.ts';
import { rule as vipsReserved } from './vips-reserved.ts';
import { rule as vlanDisagree } from './vlan-disagree.ts';
import { rule as vlanSubnets } from './vlan-subnets.ts';
import { rule as vmidsOverlap } from './vmids-overlap.ts';
import { rule as vmidsSize } from './vmids-size.ts';
import { rule as volumeMount } from './volume-mount.ts';
import { rule as volumeName } from './volume-name.ts';
import { rule as volumeSource } from './volume-source.ts';

/** Every rule, in the order of their ids. A test holds this list against the folder. */
export const rules: readonly Rule[] = [
  acceptError,
  acceptUnused,
  accessEveryone,
  addressTwice,
  annotationReserved,
  apiPort,
  argFile,
  auditArgs,
  autoscalerMaxNodes,
  autoscalerOptions,
  autoscalerUnused,
  budgetUnused,
  certSan,
  certSanShared,
  cidrDns,
  cidrManagement,
  cidrNodeSubnet,
  classKnown,
  clusterIdCni,
  clusterIdUnique,
  cniMtu,
  controlPlaneArgs,
  csiUnused,
  datastoreBudget,
  datastoreClash,
  datastoreFields,
  datastoreNodes,
  datastoreQuota,
  datastoreTls,
  fileReserved,
  fileSource,
  filesTwice,
  fleetFit,
  gitopsBranch,
  gitopsOptions,
  gitopsRepo,
  hostsTwice,
  imageOs,
  imageWindow,
  jinjaVariable,
  kubeletArgs,
  labelDomain,
  labelReserved,
  managementCidrs,
  meshPods,
  networkDns,
  networkGateway,
  networkOverlap,
  networkReserved,
  nicNetwork,
  nicShared,
  nicUnknown,
  nodeRangeNetwork,
  nodeRangeOverlap,
  nodeRangeReserved,
  nodeRangeSize,
  nodeRangeVips,
  oidcArgs,
  oidcPrefix,
  patchValue,
  podsServices,
  podsSize,
  poolBehind,
  poolBounds,
  poolCores,
  poolFit,
  poolMemory,
  poolRollout,
  poolVersion,
  poolZero,
  poolsTainted,
  proxmoxInsecure,
  removingPaused,
  reservedTaken,
  ruleSeverity,
  secretName,
  serviceAnnotation,
  servicesSize,
  taintReserved,
  taintsTwice,
  tenantName,
  unknownHost,
  unknownRule,
  versionAutoscaler,
  versionImage,
  versionWindow,
  versionsCompatible,
  versionsDigest,
  versionsImage,
  versionsMissing,
  versionsUnknown,
  vipInRange,
  vipReserved,
  vipUnique,
  vipsAnnounce,
  vipsNetwork,
  vipsOverlap,
  vipsReserved,
  vlanDisagree,
  vlanSubnets,
  vmidsOverlap,
  vmidsSize,
  volumeMount,
  volumeName,
  volumeSource,
];
