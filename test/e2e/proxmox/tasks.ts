/** A task as `/nodes/NODE/tasks/UPID/status` shows it. */
export interface Task {
  readonly upid: string;
  readonly node: string;
  readonly type: string;
  readonly id: string;
  readonly user: string;
  readonly startedAt: number;
  /** `OK` or the error; undefined while it runs. */
  exitStatus: string | undefined;
}

/** The tasks of all hosts, each with its work done when its time has come. */
export class Tasks {
  private readonly known = new Map<string, Task>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private count = 0;

  /** Starts a task that takes `seconds` and then does `work`, which returns an error or nothing. */
  start(node: string, type: string, id: string, seconds: number, work: () => string | undefined): Task {
    this.count += 1;
    const hex = (value: number, width: number): string =>
      value.toString(16).toUpperCase().padStart(width, '0');
    const now = Math.floor(Date.now() / 1000);
    const user = 'capmox@pve!lab';
    const upid = `UPID:${node}:${hex(this.count, 8)}:${hex(this.count, 8)}:${hex(now, 8)}:${type}:${id}:${user}:`;
    const task: Task = { upid, node, type, id, user, startedAt: now, exitStatus: undefined };
    this.known.set(upid, task);
    const finish = (): void => {
      task.exitStatus = work() ?? 'OK';
    };
    if (seconds <= 0) finish();
    else this.later(seconds, finish);
    return task;
  }

  find(upid: string): Task | undefined {
    return this.known.get(upid);
  }

  /** Newest first. */
  recent(limit: number): readonly Task[] {
    return [...this.known.values()].slice(-limit).reverse();
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private later(seconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, seconds * 1000);
    this.timers.add(timer);
  }
}
