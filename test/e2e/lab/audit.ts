import { existsSync, readFileSync } from 'node:fs';
import { numberAt, textAt } from './object.ts';

/** One answered request, from the API server's audit log. */
export interface AuditEvent {
  readonly user: string;
  readonly verb: string;
  readonly path: string;
  readonly status: number;
  readonly userAgent: string;
  /** RFC 3339 with microseconds. */
  readonly time: string;
}

/** All events of an audit log. An unfinished last line is left out. */
export function readAudit(file: string): readonly AuditEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const event: unknown = JSON.parse(line);
    return {
      user: textAt(event, 'user.username'),
      verb: textAt(event, 'verb'),
      path: textAt(event, 'requestURI'),
      status: numberAt(event, 'responseStatus.code') ?? 0,
      userAgent: textAt(event, 'userAgent'),
      time: textAt(event, 'requestReceivedTimestamp'),
    };
  });
}
