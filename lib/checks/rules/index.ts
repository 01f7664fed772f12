import type { Rule } from '../rule.ts';
import { rule as vipUnique } from './vip-unique.ts';

/** Every rule, in the order of their ids. A test holds this list against the folder. */
export const rules: readonly Rule[] = [vipUnique];
