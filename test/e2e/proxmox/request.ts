import { Refusal, type Site } from './site.ts';

/** One request below /api2/json. */
export interface ApiRequest {
  readonly method: string;
  /** Path below /api2/json, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

export type Handler = (site: Site, match: Match, request: ApiRequest) => unknown;

/** Named parts of the path. */
export interface Match {
  readonly node: string;
  readonly id: number;
  readonly rest: string;
}

/** A refusal that names the parameter, as Proxmox VE's schema validation does. */
export class InvalidParameter extends Refusal {
  readonly errors: Readonly<Record<string, string>>;
  constructor(parameter: string, message: string) {
    super('Parameter verification failed.', 400);
    this.errors = { [parameter]: message };
  }
}

/** Fields of a body in JSON (as go-proxmox sends them) or as a form. */
export function fields({ body, contentType }: ApiRequest): Readonly<Record<string, unknown>> {
  const text = body.toString('utf8');
  if (text === '') return {};
  if (contentType.startsWith('application/json')) return JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(new URLSearchParams(text));
}
