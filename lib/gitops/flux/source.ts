import type { Chart } from 'cdk8s';
import { ArtifactGenerator, GitRepository } from '../../../imports/index.ts';
import type { Site } from '../../fleet/index.ts';
import { fluxNamespace, rootName } from './keys.ts';

/** The repository; with the parent Kustomization it is what is applied by hand, once. */
export function addRepository(chart: Chart, { file: { gitops } }: Site): void {
  new GitRepository(chart, 'repository', {
    metadata: { name: rootName, namespace: fluxNamespace },
    spec: {
      interval: '1m',
      url: gitops.repo,
      ref: { branch: gitops.branch },
      ...(gitops.secret === undefined ? {} : { secretRef: { name: gitops.secret } }),
    },
  });
}

/** One artifact for each tenant's folder, so that a commit runs only the tenants that it changes. */
export function addArtifacts(chart: Chart): void {
  new ArtifactGenerator(chart, 'artifacts', {
    metadata: { name: 'tenants', namespace: fluxNamespace },
    spec: {
      sources: [{ alias: 'repo', kind: 'GitRepository', name: rootName }],
      pathPattern: '@repo/dist/tenants/{tenant}',
      artifacts: [
        {
          name: 'tenant-{tenant}',
          copy: [{ from: '@repo/dist/tenants/{tenant}/**', to: '@artifact/' }],
        },
      ],
    },
  });
}
