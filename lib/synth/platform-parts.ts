import type { Settings } from '../autoscaler/settings.ts';
import type { Datastore, Site, Versions } from '../fleet/index.ts';
import { AutoscalerGuard } from '../platform/autoscaler-guard.ts';
import { AutoscalerJob } from '../platform/autoscaler-job.ts';
import { backupObjects, datastoreAlertObjects } from '../platform/backup/index.ts';
import { type Bundle, membersOf, namespaces, objectsOf, type PlatformObject } from '../platform/index.ts';
import { bundleAutoscaler, bundleRestore } from './program-bundle.ts';

/** The job that gives every tenant its autoscaler, and the policies that hold it to that. */
export function autoscalerJobObjects(site: Site, versions: Versions): PlatformObject[] {
  return objectsOf((chart) => {
    new AutoscalerJob(chart, 'autoscaler', {
      namespace: namespaces.kaas,
      image: versions.images.node,
      program: bundleAutoscaler(),
      settings: autoscalerSettings(site, versions),
    });
    new AutoscalerGuard(chart, 'guard', { namespace: namespaces.kaas });
  });
}

/** What the job is told of the platform. */
export function autoscalerSettings(site: Site, versions: Versions): Settings {
  const { monitoring } = site.file;
  return {
    images: versions.autoscaler,
    ...(monitoring === undefined ? {} : { monitoringNamespace: monitoring.namespace }),
  };
}

/** One bundle of backup jobs per datastore that asks for it, and the alerts of the datastores. */
export function datastoreBundles(site: Site, versions: Versions): Bundle[] {
  const datastores = [...site.datastores.values()];
  const backups = datastores.map((datastore) => backupBundle(datastore, site, versions));
  const { monitoring } = site.file;
  const alerts =
    monitoring === undefined
      ? []
      : datastores.flatMap((datastore) => datastoreAlertObjects(datastore, monitoring.labels));
  return [...backups, { name: 'datastore-alerts', after: ['namespaces'], objects: alerts }];
}

function backupBundle(datastore: Datastore, site: Site, versions: Versions): Bundle {
  const { etcd, rclone, node } = versions.images;
  return {
    name: `backup-${datastore.name}`,
    after: [datastore.driver === 'etcd' ? `etcd-${datastore.name}` : 'datastores'],
    objects: backupObjects(datastore, {
      images: { etcd, rclone, node },
      domain: site.file.management.domain ?? 'cluster.local',
      members: membersOf(datastore),
      program: datastore.backup === undefined ? '' : bundleRestore(),
    }),
  };
}
