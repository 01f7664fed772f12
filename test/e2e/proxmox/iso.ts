/**
 * Reads the files in the root folder of an ISO 9660 image with Rock Ridge names (ECMA-119 §8.4 and §9.1,
 * IEEE P1282 `NM` entries): the cloud-init volume that CAPMOX uploads for each VM.
 */
export function readIso(image: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const descriptor = 16 * sector;
  if (image.toString('latin1', descriptor + 1, descriptor + 6) !== 'CD001') return files;
  const rootRecord = descriptor + 156;
  const start = image.readUInt32LE(rootRecord + 2) * sector;
  const end = start + image.readUInt32LE(rootRecord + 10);
  let position = start;
  while (position < end) {
    const length = image.readUInt8(position);
    if (length === 0) {
      position = (Math.floor(position / sector) + 1) * sector; // records do not cross sectors
      continue;
    }
    const record = image.subarray(position, position + length);
    const directory = (record.readUInt8(25) & 2) !== 0;
    if (!directory) files.set(nameOf(record), contentOf(image, record));
    position += length;
  }
  return files;
}

const sector = 2048;

function contentOf(image: Buffer, record: Buffer): string {
  const start = record.readUInt32LE(2) * sector;
  return image.toString('utf8', start, start + record.readUInt32LE(10));
}

/** The Rock Ridge name, or the plain one without its version. */
function nameOf(record: Buffer): string {
  const plainLength = record.readUInt8(32);
  const plain = record.toString('latin1', 33, 33 + plainLength);
  let position = 33 + plainLength + (plainLength % 2 === 0 ? 1 : 0);
  while (position + 5 <= record.length) {
    const length = record.readUInt8(position + 2);
    if (length < 4) break;
    if (record.toString('latin1', position, position + 2) === 'NM') {
      return record.toString('utf8', position + 5, position + length);
    }
    position += length;
  }
  return plain.replace(/;\d+$/, '').toLowerCase();
}
