import type { CompactSchema } from '../schemas.ts';

const text: CompactSchema = { type: 'string' };
const texts: CompactSchema = { type: 'object', additionalProperties: text };

const ownerReference: CompactSchema = {
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  properties: {
    apiVersion: text,
    blockOwnerDeletion: { type: 'boolean' },
    controller: { type: 'boolean' },
    kind: text,
    name: text,
    uid: text,
  },
  additionalProperties: false,
};

/**
 * `metadata` as a file in Git may carry it: the fields that a client sets. What the API server sets
 * (uid, resourceVersion, creationTimestamp, managedFields, ...) has no place there and is refused.
 */
export const TEMPLATE_METADATA: CompactSchema = {
  type: 'object',
  properties: {
    annotations: texts,
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    labels: texts,
    name: text,
    namespace: text,
    ownerReferences: { type: 'array', items: ownerReference },
  },
  additionalProperties: false,
};

/** `metadata` of an object that is applied: it needs a name of its own. */
export const OBJECT_METADATA: CompactSchema = {
  type: 'object',
  required: ['name'],
  properties: { ...TEMPLATE_METADATA.properties },
  additionalProperties: false,
};
