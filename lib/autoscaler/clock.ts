/** Time and chance, given from outside so that tests own them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the job is told to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to 1, to spread retries. */
  readonly random: () => number;
}

/** The real clock; `stop` wakes its sleepers. */
export function systemClock(stop: AbortSignal): Clock {
  return {
    now: Date.now,
    random: Math.random,
    sleep: (ms) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          stop.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        stop.addEventListener('abort', wake);
        if (stop.aborted) wake();
      }),
  };
}
