/** The output folder could not be written. Not the fault of any input: the command fails with exit code 2. */
export class TreeError extends Error {
  override readonly name = 'TreeError';
  /** True if the folder is as it was; false if it is half-written until the next run completes or undoes it. */
  readonly unchanged: boolean;

  constructor(message: string, unchanged: boolean, cause?: unknown) {
    super(message, { cause });
    this.unchanged = unchanged;
  }
}

/** The system's own words for what went wrong: `ENOSPC: no space left on device, write`. */
export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** `ENOSPC` and the like; undefined if the error is not one of the system. */
export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

/** Turns errors of the file system into a TreeError that says the folder is as it was. Other errors are bugs and pass. */
export function asTreeError<T>(problem: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new TreeError(`${problem}: ${reasonOf(error)}`, true, error);
  }
}
