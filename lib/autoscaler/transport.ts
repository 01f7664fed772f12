/** One HTTP exchange with the API server, by fetch. */
export interface ApiRequest {
  readonly method: 'GET' | 'PATCH' | 'DELETE';
  /** Path with query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface ApiAnswer {
  readonly status: number;
  /** Value of the header Retry-After, in seconds. */
  readonly retryAfter: number | undefined;
  readonly text: string;
}

/** Rejects when there is no complete answer: refused, reset, stalled. */
export type Transport = (request: ApiRequest) => Promise<ApiAnswer>;

export interface TransportProps {
  /** URL of the API server, or of `kubectl proxy`. */
  readonly server: string;
  /** Bearer token, read anew for each request because the kubelet rotates it; undefined: none is sent. */
  readonly token: (() => Promise<string>) | undefined;
  /** Milliseconds for one whole exchange, body included. */
  readonly timeout: number;
}

/** TLS trust comes from NODE_EXTRA_CA_CERTS. Redirects are refused: the token must not travel. */
export function httpTransport(props: TransportProps): Transport {
  const base = props.server.replace(/\/+$/, '');
  return async (request) => {
    const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'kaas-autoscaler' };
    if (props.token !== undefined) headers['authorization'] = `Bearer ${(await props.token()).trim()}`;
    if (request.contentType !== undefined) headers['content-type'] = request.contentType;
    const response = await fetch(base + request.path, {
      method: request.method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(props.timeout),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    return {
      status: response.status,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      text: await response.text(),
    };
  };
}
