import type { CompactSchema } from '../../../imports/schemas.ts';
import type { Walk } from '../violation.ts';

/** One demand of a schema, ready to be made of values; what is wrong goes into the walk. */
export type Check = (value: unknown, walk: Walk) => void;

/** Checks a value against another schema; handed to those checks that go deeper. */
export type CheckValue = (schema: CompactSchema, value: unknown, walk: Walk) => void;
