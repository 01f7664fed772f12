import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProgramOptions {
  /** Name of the log file and of the program in messages. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** State folder of the lab: logs go to `logs/NAME.log`. */
  readonly dir: string;
}

/** A program of the lab that runs. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  /** False once it has ended, wanted or not. */
  running(): boolean;
  /** SIGTERM, and SIGKILL when it does not end in time; waits for the end. */
  stop(): Promise<void>;
  /** SIGKILL, as a node failure would; waits for the end. */
  kill(): Promise<void>;
  /** Last lines of its log. */
  tail(lines?: number): string;
}

/** Starts a program with its output in the state folder. It ends with this process at the latest. */
export function start({ name, file, args, env = {}, dir }: ProgramOptions): Program {
  mkdirSync(join(dir, 'logs'), { recursive: true });
  const log = join(dir, 'logs', `${name}.log`);
  const output = openSync(log, 'a');
  const child = spawn(file, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  closeSync(output);
  let ended = false;
  const end = new Promise<void>((done) => {
    child.on('error', () => {
      ended = true;
      done();
    });
    child.on('exit', () => {
      ended = true;
      running.delete(child);
      done();
    });
  });
  running.add(child);
  return {
    name,
    pid: child.pid ?? 0,
    running: () => !ended,
    stop: async () => {
      if (ended) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await end;
      clearTimeout(timer);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await end;
    },
    tail: (lines = 20) => readFileSync(log, 'utf8').split('\n').slice(-lines).join('\n'),
  };
}

/** Programs must not outlive a test run or a lab that crashes. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resident memory of a process in MiB. */
export function residentMemory(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
