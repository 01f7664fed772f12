import process from 'node:process';
import type { Io } from './commands/command.ts';

/** The terminal, pipe or file that the process was started with. */
export function processIo(): Io {
  const { env, stdout, stderr, stdin } = process;
  const broken = brokenOutput((text) => void stderr.write(text));
  for (const stream of [stdout, stderr]) stream.on('error', broken);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    cwd: process.cwd(),
    color: stderr.isTTY && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb',
    interactive: stdin.isTTY && stdout.isTTY,
    env,
  };
}

/**
 * What becomes of output that cannot be written. A reader that has read enough (`kaas check | head -1`) is no fault: the
 * command goes on to its own exit code, so that what it began it also ends. Anything else is told once, with exit code 2.
 */
function brokenOutput(tell: (text: string) => void): (error: NodeJS.ErrnoException) => void {
  let told = false;
  return ({ code, message }) => {
    if (code === 'EPIPE' || told) return;
    told = true;
    // The exit code of the command itself is set later than this.
    process.once('exit', () => void (process.exitCode = 2));
    tell(`kaas: the output cannot be written: ${message}; send it elsewhere\n`);
  };
}
