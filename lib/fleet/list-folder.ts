import { type Dirent, readdirSync } from 'node:fs';
import { errorCode } from './read-file.ts';

/** Entries of a folder, or the system's code for why it cannot be read, such as EACCES. Other errors are bugs and pass. */
export function listFolder(folder: string): Dirent[] | string {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code;
  }
}
