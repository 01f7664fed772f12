import { k8s } from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { AUTOSCALER_NAME, JOB_NAME, TENANT_ROLE } from '../autoscaler/names.ts';

export interface AutoscalerGuardProps {
  /** Namespace of the job's ServiceAccount. */
  readonly namespace: string;
}

interface Rule {
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly validations: readonly k8s.Validation[];
}

/**
 * What RBAC cannot say about the job, as admission policies (Kubernetes 1.30 and later): RBAC limits neither whom a
 * binding names, nor what a Deployment runs, and lets anybody bind a role that he holds himself. With these, a stolen
 * token of the job can give the tenants' role to nobody but the autoscaler of a namespace, and start no pod that runs
 * as another account or mounts more than a kubeconfig of its namespace.
 */
export class AutoscalerGuard extends Construct {
  constructor(scope: Construct, id: string, { namespace }: AutoscalerGuardProps) {
    super(scope, id);
    for (const rule of rules) {
      const metadata = { name: rule.name, labels: { 'app.kubernetes.io/name': JOB_NAME } };
      new k8s.KubeValidatingAdmissionPolicy(this, `${rule.resource}-policy`, {
        metadata,
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: [rule.group],
                apiVersions: ['*'],
                operations: ['CREATE', 'UPDATE'],
                resources: [rule.resource],
              },
            ],
          },
          matchConditions: [
            {
              name: 'by-the-job',
              expression: `request.userInfo.username == 'system:serviceaccount:${namespace}:${JOB_NAME}'`,
            },
          ],
          validations: [...rule.validations],
        },
      });
      new k8s.KubeValidatingAdmissionPolicyBinding(this, `${rule.resource}-binding`, {
        metadata,
        spec: { policyName: rule.name, validationActions: ['Deny'] },
      });
    }
  }
}

const rules: readonly Rule[] = [
  {
    name: `${JOB_NAME}-role-bindings`,
    group: 'rbac.authorization.k8s.io',
    resource: 'rolebindings',
    validations: [
      {
        expression: `object.roleRef.kind == 'ClusterRole' && object.roleRef.name == '${TENANT_ROLE}'`,
        message: `${JOB_NAME} binds no role but ${TENANT_ROLE}`,
      },
      {
        expression: `has(object.subjects) && object.subjects.all(s, s.kind == 'ServiceAccount' && s.name == '${AUTOSCALER_NAME}' && s.namespace == object.metadata.namespace)`,
        message: `${JOB_NAME} binds its role to the ${AUTOSCALER_NAME} of the same namespace only`,
      },
    ],
  },
  {
    name: `${JOB_NAME}-deployments`,
    group: 'apps',
    resource: 'deployments',
    validations: [
      {
        expression: `has(object.spec.template.spec.serviceAccountName) && object.spec.template.spec.serviceAccountName == '${AUTOSCALER_NAME}'`,
        message: `${JOB_NAME} starts pods as ${AUTOSCALER_NAME} only`,
      },
      {
        expression:
          "!has(object.spec.template.spec.volumes) || object.spec.template.spec.volumes.all(v, has(v.secret) && v.secret.secretName.endsWith('-kubeconfig'))",
        message: `${JOB_NAME} mounts nothing but kubeconfigs`,
      },
      {
        expression:
          'object.spec.template.spec.containers.all(c, (!has(c.env) || c.env.all(e, !has(e.valueFrom))) && (!has(c.envFrom) || c.envFrom.size() == 0))',
        message: `${JOB_NAME} reads no Secret or ConfigMap into an environment`,
      },
      {
        expression: [
          '!(has(object.spec.template.spec.hostNetwork) && object.spec.template.spec.hostNetwork)',
          '!(has(object.spec.template.spec.hostPID) && object.spec.template.spec.hostPID)',
          '!(has(object.spec.template.spec.hostIPC) && object.spec.template.spec.hostIPC)',
          'object.spec.template.spec.containers.all(c, has(c.securityContext) && has(c.securityContext.allowPrivilegeEscalation) && !c.securityContext.allowPrivilegeEscalation && !(has(c.securityContext.privileged) && c.securityContext.privileged))',
          '(!has(object.spec.template.spec.initContainers) || object.spec.template.spec.initContainers.size() == 0)',
        ].join(' && '),
        message: `${JOB_NAME} starts no privileged pod`,
      },
    ],
  },
];
