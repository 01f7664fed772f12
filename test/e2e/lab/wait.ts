export const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds));

/** Options of `until`. */
export interface Patience {
  /** Seconds before giving up. Default 120. */
  readonly seconds?: number;
  /** Milliseconds between looks. Default 500. */
  readonly every?: number;
}

/** Thrown while looking: waiting longer is of no use. */
export class Hopeless extends Error {}

/**
 * Looks until `look` gives something, and returns that. A throw while looking counts as "not yet", but for Hopeless.
 * Throws after `seconds`, with the last error and what `explain` says.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { seconds = 120, every = 500 }: Patience = {},
  explain: () => Promise<string> | string = () => '',
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    let problem = '';
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      if (error instanceof Hopeless) throw new Error(`${what}: ${error.message}\n${await explain()}`);
      problem = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > deadline) {
      throw new Error(
        [`waited ${seconds} s for ${what}`, problem, await explain()].filter(Boolean).join('\n'),
      );
    }
    await pause(every);
  }
}
