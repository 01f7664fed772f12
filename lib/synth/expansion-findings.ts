import { loadSchema } from '../../imports/schemas.ts';
import { type ClassObjects, type ClusterObject, expandCluster, type Expanded } from '../constructs/index.ts';
import type { Finding } from '../finding/index.ts';
import { heldVersionsOf, readingFinding, type Tenant } from '../fleet/index.ts';
import { validateObject } from '../output/index.ts';
import { buildRules } from './build-rules.ts';

/** What the API server or Cluster API would say of the objects that the Cluster becomes. They are never written. */
export function expansionFindings(
  tenant: Tenant,
  cluster: ClusterObject,
  generation: ClassObjects,
): Finding[] {
  const { expanded, problems } = expandCluster(cluster, generation, heldVersionsOf(tenant));
  return [
    ...problems.map((problem) => refused(tenant, problem)),
    ...expanded.flatMap((item) => violations(tenant, item)),
  ];
}

function refused(tenant: Tenant, problem: string): Finding {
  return readingFinding(buildRules.classVariables, {
    place: tenant.source.place(['class']),
    problem,
    allowed: 'allowed: what the class generation of the tenant offers',
  });
}

function violations(tenant: Tenant, { object, pool }: Expanded): Finding[] {
  return validateObject(object, { loadSchema }).map(({ path, problem, allowed }) =>
    readingFinding(buildRules.expandedObject, {
      place: tenant.source.place(
        tenant.patches.length > 0 ? ['patches'] : pool === undefined ? ['controlPlane'] : ['pools', pool],
      ),
      problem: `the ${object.kind} that Cluster API makes of it is not valid: ${path} ${problem}`,
      allowed: `allowed: ${allowed}`,
    }),
  );
}
