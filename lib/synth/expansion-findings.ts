import { loadSchema } from '../../imports/schemas.ts';
import { type ClassObjects, type ClusterObject, expandCluster, type Expanded } from '../constructs/index.ts';
import type { Finding } from '../finding/index.ts';
import type { Tenant } from '../fleet/index.ts';
import { validateObject } from '../output/index.ts';

/** What the API server or Cluster API would say of the objects that the Cluster becomes. They are never written. */
export function expansionFindings(
  tenant: Tenant,
  cluster: ClusterObject,
  generation: ClassObjects,
): Finding[] {
  const { expanded, problems } = expandCluster(cluster, generation);
  return [
    ...problems.map((problem) => refused(tenant, problem)),
    ...expanded.flatMap((item) => violations(tenant, item)),
  ];
}

function refused(tenant: Tenant, problem: string): Finding {
  return {
    rule: 'class-variables',
    severity: 'error',
    place: tenant.source.place(['class']),
    problem,
    allowed: 'allowed: what the class generation of the tenant offers',
    remedy: 'move the tenant to a newer generation (class), or leave out what it asks for',
    related: [],
  };
}

function violations(tenant: Tenant, { object, pool }: Expanded): Finding[] {
  return validateObject(object, { loadSchema }).map(({ path, problem, allowed }) => ({
    rule: 'expanded-object',
    severity: 'error',
    place: tenant.source.place(
      tenant.patches.length > 0 ? ['patches'] : pool === undefined ? ['controlPlane'] : ['pools', pool],
    ),
    problem: `the ${object.kind} that Cluster API makes of it is not valid: ${path} ${problem}`,
    allowed: `allowed: ${allowed}`,
    remedy: 'correct the value that leads to it',
    related: [],
  }));
}
