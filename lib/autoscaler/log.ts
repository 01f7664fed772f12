/** Structured log: one JSON object a line, one line per change, problem or failure, one summary per run. */
export type Level = 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, string | number | undefined>>;
export type Log = (level: Level, message: string, fields?: Fields) => void;

/** A log that writes lines without their line end; `now` gives milliseconds since the epoch. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (level, message, fields = {}) =>
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...fields }));
}
