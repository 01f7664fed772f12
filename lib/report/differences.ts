import { isDeepStrictEqual } from 'node:util';
import type { ValueChange } from './change-plan.ts';

/** Characters of a value that are shown. */
const most = 100;

/** Every value in which two JSON values differ, by its path. Items of lists that have names are told apart by them. */
export function differences(was: unknown, is: unknown, path = ''): ValueChange[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (isScalars(was) && isScalars(is)) return itemChanges(path, was, is);
  const [before, now] = [partsOf(was, is), partsOf(is, was)];
  if (before === undefined || now === undefined) return [changeOf(path, was, is)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) =>
    differences(before.get(key), now.get(key), path === '' ? key : `${path}.${key}`),
  );
}

/** What a list lost and gained; the whole lists if only their order differs. */
function itemChanges(path: string, was: readonly unknown[], is: readonly unknown[]): ValueChange[] {
  const lost = was.filter((item) => !is.includes(item));
  const gained = is.filter((item) => !was.includes(item));
  if (lost.length + gained.length === 0) return [changeOf(path, was, is)];
  if (lost.length === 1 && gained.length === 1) return [changeOf(path, lost[0], gained[0])];
  return [
    ...lost.map((item) => changeOf(path, item, undefined)),
    ...gained.map((item) => changeOf(path, undefined, item)),
  ];
}

function isScalars(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object');
}

/** A change of one value as a whole. */
export function changeOf(field: string, was: unknown, is: unknown): ValueChange {
  return {
    field,
    ...(was === undefined ? {} : { was: shown(was) }),
    ...(is === undefined ? {} : { is: shown(is) }),
  };
}

/** What a value is made of, beside another one; undefined for one that is shown as a whole. */
function partsOf(value: unknown, other: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
  const sameLength = Array.isArray(other) && other.length === value.length;
  return (
    namedItems(value) ?? (sameLength ? new Map(value.map((item, index) => [String(index), item])) : undefined)
  );
}

function namedItems(list: readonly unknown[]): Map<string, unknown> | undefined {
  const items = list.map((item) => [nameOf(item), item] as const);
  const named = new Map(items.flatMap(([name, item]) => (name === undefined ? [] : [[name, item] as const])));
  return named.size === list.length && list.length > 0 ? named : undefined;
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('name' in item)) return undefined;
  return typeof item.name === 'string' ? item.name : undefined;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text === '' ? '""' : text.replaceAll('\n', '\\n');
  return line.length > most ? `${line.slice(0, most)}...` : line;
}
