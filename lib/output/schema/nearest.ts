import { closest, distance } from 'fastest-levenshtein';

/** The known word that a mistyped one was probably meant to be: at most a third of its letters differ. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const found = closest(word, known);
  return distance(word.toLowerCase(), found.toLowerCase()) <= Math.max(1, Math.floor(word.length / 3))
    ? found
    : undefined;
}
