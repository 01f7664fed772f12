/** `a, b, c and 4 more`: enough to understand, however many there are. */
export function listed(items: readonly string[], shown = 5): string {
  const rest = items.length - shown;
  return rest > 0 ? `${items.slice(0, shown).join(', ')} and ${String(rest)} more` : items.join(', ');
}

/** `1 machine`, `3 machines`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : plural}`;
}
