import type { Size as SizeFile } from './generated/site-file.ts';
import type { DeepPartial } from './deep-partial.ts';
import type { Reader } from './reader.ts';
import type { Path } from './source.ts';

/** What one worker VM gets. */
export interface Size {
  readonly cores: number;
  readonly sockets: number;
  readonly memoryMiB: number;
  readonly diskGiB: number;
}

/** Reads a size; undefined if a part is missing or cannot be given to a VM (CAPMOX: memoryMiB % 8, sizeGb >= 5). */
export function resolveSize(reader: Reader, path: Path, file: DeepPartial<SizeFile>): Size | undefined {
  const memoryMiB = reader.mebibytes(file.memory);
  const diskMiB = reader.mebibytes(file.disk);
  if (file.cores === undefined || memoryMiB === undefined || diskMiB === undefined) return undefined;
  if (memoryMiB % 8 !== 0) {
    reader.reject([...path, 'memory'], {
      rule: 'size-memory',
      problem: `memory cannot be ${String(file.memory)}`,
      allowed: 'allowed: a multiple of 8Mi',
      remedy: `did you mean ${String(Math.ceil(memoryMiB / 8) * 8)}Mi?`,
    });
    return undefined;
  }
  if (diskMiB % 1024 !== 0 || diskMiB < 5 * 1024) {
    reader.reject([...path, 'disk'], {
      rule: 'size-disk',
      problem: `disk cannot be ${String(file.disk)}`,
      allowed: 'allowed: whole Gi, at least 5Gi',
      remedy: `did you mean ${String(Math.max(5, Math.ceil(diskMiB / 1024)))}Gi?`,
    });
    return undefined;
  }
  return { cores: file.cores, sockets: file.sockets ?? 1, memoryMiB, diskGiB: diskMiB / 1024 };
}
