import { pause } from '../wait.ts';

/** A controller of the lab that looks at everything once a second. */
export interface Loop {
  readonly name: string;
  /** Errors so far, newest last; a controller retries, so they are normal while others start. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** Runs `pass` until stopped, `every` milliseconds apart. A throw is kept and the next pass tries again. */
export function startLoop(name: string, pass: () => Promise<void>, every = 1000): Loop {
  const errors: string[] = [];
  const state = { stopped: false };
  const run = async (): Promise<void> => {
    while (!state.stopped) {
      try {
        await pass();
      } catch (error) {
        remember(errors, error);
      }
      await pause(every);
    }
  };
  const done = run();
  return {
    name,
    errors,
    stop: async () => {
      state.stopped = true;
      await done;
    },
  };
}

/** Does `work` for each item; one that fails does not keep the others from their turn. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: string[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

function remember(errors: string[], error: unknown): void {
  errors.push(error instanceof Error ? error.message : String(error));
  if (errors.length > 50) errors.shift();
}
