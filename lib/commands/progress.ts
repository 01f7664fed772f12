import type { Progress } from '../synth/synthesize.ts';
import type { Io } from './command.ts';

/** A line that counts, on a terminal only and only once work takes long. */
export function progressOf(io: Io): { readonly step: Progress; readonly end: () => void } {
  if (!io.color || !io.interactive) return { step: () => undefined, end: () => undefined };
  const start = Date.now();
  let shown = 0;
  return {
    step: (done, all) => {
      const now = Date.now();
      if (now - start < 1000 || now - shown < 100) return;
      shown = now;
      io.err(`\r${String(done)} of ${String(all)} tenants`);
    },
    end: () => {
      if (shown > 0) io.err('\r\u001b[K');
    },
  };
}
