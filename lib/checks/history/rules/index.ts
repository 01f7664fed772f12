import type { HistoryRule } from '../history-rule.ts';
import { rule as addressesShrunk } from './addresses-shrunk.ts';
import { rule as certSanRemoved } from './cert-san-removed.ts';
import { rule as classChanged } from './class-changed.ts';
import { rule as classRemoved } from './class-removed.ts';
import { rule as cniChanged } from './cni-changed.ts';
import { rule as datastoreDriver } from './datastore-driver.ts';
import { rule as datastoreMoved } from './datastore-moved.ts';
import { rule as datastoreRemoved } from './datastore-removed.ts';
import { rule as datastoreVolume } from './datastore-volume.ts';
import { rule as domainChanged } from './domain-changed.ts';
import { rule as historyUnread } from './history-unread.ts';
import { rule as hostRemoved } from './host-removed.ts';
import { rule as keyspaceChanged } from './keyspace-changed.ts';
import { rule as loadBalancerClass } from './load-balancer-class.ts';
import { rule as managementChanged } from './management-changed.ts';
import { rule as pinDowngrade } from './pin-downgrade.ts';
import { rule as podsChanged } from './pods-changed.ts';
import { rule as poolHeld } from './pool-held.ts';
import { rule as poolRemoved } from './pool-removed.ts';
import { rule as portChanged } from './port-changed.ts';
import { rule as removingChanges } from './removing-changes.ts';
import { rule as removingNew } from './removing-new.ts';
import { rule as servicesChanged } from './services-changed.ts';
import { rule as tenantDeleted } from './tenant-deleted.ts';
import { rule as tenantRenamed } from './tenant-renamed.ts';
import { rule as versionDowngrade } from './version-downgrade.ts';
import { rule as versionHeld } from './version-held.ts';
import { rule as versionSkip } from './version-skip.ts';
import { rule as vipChanged } from './vip-changed.ts';
import { rule as vipsShrunk } from './vips-shrunk.ts';
import { rule as vmidsChanged } from './vmids-changed.ts';

/** Every rule that compares with an earlier fleet, in the order of their ids. A test holds this list against the folder. */
export const historyRules: readonly HistoryRule[] = [
  addressesShrunk,
  certSanRemoved,
  classChanged,
  classRemoved,
  cniChanged,
  datastoreDriver,
  datastoreMoved,
  datastoreRemoved,
  datastoreVolume,
  domainChanged,
  historyUnread,
  hostRemoved,
  keyspaceChanged,
  loadBalancerClass,
  managementChanged,
  pinDowngrade,
  podsChanged,
  poolHeld,
  poolRemoved,
  portChanged,
  removingChanges,
  removingNew,
  servicesChanged,
  tenantDeleted,
  tenantRenamed,
  versionDowngrade,
  versionHeld,
  versionSkip,
  vipChanged,
  vipsShrunk,
  vmidsChanged,
];
