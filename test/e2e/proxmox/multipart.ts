/** One part of a multipart/form-data body. */
export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly content: Buffer;
}

/** The parts of a multipart/form-data body (RFC 7578). */
export function readMultipart(body: Buffer, contentType: string): readonly Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let start = body.indexOf(delimiter);
  while (start !== -1) {
    const next = body.indexOf(delimiter, start + delimiter.length);
    if (next === -1) break;
    const part = readPart(body.subarray(start + delimiter.length + 2, next - 2)); // without the line ends around it
    if (part !== undefined) parts.push(part);
    start = next;
  }
  return parts;
}

function readPart(bytes: Buffer): Part | undefined {
  const split = bytes.indexOf('\r\n\r\n');
  const header = bytes.toString('utf8', 0, Math.max(split, 0));
  const name = /\bname="([^"]*)"/.exec(header)?.[1];
  if (name === undefined) return undefined;
  const filename = /\bfilename="([^"]*)"/.exec(header)?.[1];
  return { name, filename, content: bytes.subarray(split + 4) };
}
