import { X509Certificate } from 'node:crypto';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** How to reach an etcd. */
export interface Endpoint {
  /** `https://host:port`. */
  readonly url: string;
  /** PEM of the CA that signed the server's certificate. */
  readonly ca: string;
  /** PEM of the client certificate and its key: its common name is the etcd user. */
  readonly certificate: string;
  readonly key: string;
  /**
   * The server must present this very certificate, whatever it is for and whatever name it carries. For a
   * throw-away etcd in the same pod, which has no other certificate than the client's.
   */
  readonly sameCertificate?: boolean;
}

/** An answer that is not OK. Codes as in gRPC: 5 not found, 6 exists, 7 denied, 9 precondition, 16 unauthenticated. */
export class EtcdError extends Error {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message === '' ? `error ${code}` : message}`);
    this.code = code;
  }
}

/** Calls one method with an encoded message and gives the encoded answer. */
export type Call = (service: string, method: string, message: Buffer) => Promise<Buffer>;

export interface Connection {
  readonly call: Call;
  close(): void;
}

const timeout = 60_000;

/**
 * gRPC over HTTP/2, one unary call per stream. etcd's JSON gateway is no way in: it ignores the common name of a
 * client certificate, so an etcd with authentication refuses every call through it (etcd server/auth/store.go).
 */
export async function openConnection(endpoint: Endpoint): Promise<Connection> {
  const session = await openSession(endpoint);
  return {
    call: (service, method, message) => unary(session, service, method, message),
    close: () => session.close(),
  };
}

function openSession({ url, ca, certificate, key, sameCertificate }: Endpoint): Promise<ClientHttp2Session> {
  return new Promise((done, fail) => {
    const session = connect(url, {
      ca,
      cert: certificate,
      key,
      rejectUnauthorized: sameCertificate !== true,
    });
    session.setTimeout(timeout, () => session.destroy(new Error(`${url}: no answer in ${timeout / 1000} s`)));
    session.on('error', (error: Error) => fail(new Error(`${url}: ${error.message}`)));
    session.on('connect', (_session, socket) => {
      if (sameCertificate === true && !presents(socket as TLSSocket, certificate)) {
        session.destroy();
        fail(new Error(`${url}: the server presents another certificate than expected`));
        return;
      }
      done(session);
    });
  });
}

function presents(socket: TLSSocket, certificate: string): boolean {
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer };
  return raw !== undefined && raw.equals(new X509Certificate(certificate).raw);
}

function unary(
  session: ClientHttp2Session,
  service: string,
  method: string,
  message: Buffer,
): Promise<Buffer> {
  return new Promise((done, fail) => {
    if (session.destroyed) {
      fail(new Error(`${method}: the connection is lost`));
      return;
    }
    const stream = session.request({
      ':method': 'POST',
      ':path': `/etcdserverpb.${service}/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const chunks: Buffer[] = [];
    const status = new Status(method);
    stream.on('response', (headers) => status.take(headers));
    stream.on('trailers', (headers: IncomingHttpHeaders) => status.take(headers));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', (error: Error) => fail(new Error(`${method}: ${error.message}`)));
    stream.on('close', () => {
      const error = status.error(stream);
      if (error === undefined) done(Buffer.concat(chunks).subarray(5));
      else fail(error);
    });
    stream.end(framed(message));
  });
}

/** A gRPC frame: not compressed, length, message. */
function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** What the headers and trailers say of the outcome. No status at all is a failure. */
class Status {
  readonly #method: string;
  #code: number | undefined;
  #message = '';

  constructor(method: string) {
    this.#method = method;
  }

  take(headers: IncomingHttpHeaders): void {
    const code = headers['grpc-status'];
    if (code === undefined) return;
    this.#code = Number(code);
    this.#message = decodeURIComponent(String(headers['grpc-message'] ?? ''));
  }

  error(stream: ClientHttp2Stream): Error | undefined {
    if (this.#code === 0) return undefined;
    if (this.#code !== undefined) return new EtcdError(this.#method, this.#code, this.#message);
    const code = stream.rstCode === constants.NGHTTP2_NO_ERROR ? '' : ` (HTTP/2 error ${stream.rstCode})`;
    return new Error(`${this.#method}: the connection was lost before the answer was complete${code}`);
  }
}
