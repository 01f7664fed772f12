import type { Environment } from '@marcbachmann/cel-js';
import type { CelRule } from '../../../imports/schemas.ts';
import { celEnvironment } from './functions.ts';

/** A rule, ready to be run: undefined if the value keeps it, otherwise what is wrong. */
export type RunRule = (self: unknown) => string | undefined;

/**
 * Makes a rule runnable. Undefined for a rule about the change from one object to the next (`oldSelf`), which nobody
 * can run who has only one of them.
 * @throws Error if the rule cannot be compiled: schemas are pinned, so that is a gap of ours and never a user's fault.
 */
export function compileRule(rule: CelRule): RunRule | undefined {
  if (/\boldSelf\b/.test(rule.rule)) return undefined;
  const test = program(rule.rule);
  const message = rule.messageExpression === undefined ? undefined : program(rule.messageExpression);
  const fallback = rule.message ?? `breaks the rule ${oneLine(rule.rule)}`;
  return (self) => {
    try {
      return test(self) === true ? undefined : (textOf(message, self) ?? fallback);
    } catch (error) {
      return `the rule ${oneLine(rule.rule)} cannot be evaluated: ${firstLine(error)}`;
    }
  };
}

type Program = (self: unknown) => unknown;

let environment: Environment | undefined;

function program(source: string): Program {
  // cel-js hands patterns to JavaScript as they are, and lets nobody replace its matches().
  if (/\(\?[a-zA-Z]/.test(source))
    throw new Error(`CEL rule ${source}: flags inside a pattern are not supported`);
  environment ??= celEnvironment();
  const parsed = environment.parse(source);
  const { valid, error } = parsed.check();
  if (!valid) throw new Error(`CEL rule ${source}: ${firstLine(error)}`);
  return (self) => parsed({ self }) as unknown;
}

function textOf(message: Program | undefined, self: unknown): string | undefined {
  try {
    const text = message?.(self);
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  } catch {
    return undefined; // As in the API server: a message that fails gives way to the fixed one.
  }
}

export const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
