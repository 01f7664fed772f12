import { isUtf8 } from 'node:buffer';
import type { Finding } from '../finding/index.ts';
import { fileRules } from './file-rules.ts';
import { readingFinding } from './reading-rule.ts';

/** A text without its byte order mark, or what is wrong with its bytes. */
export type Decoded =
  { readonly text: string; readonly findings: readonly [] } | { readonly findings: readonly [Finding] };

/** Reads bytes as UTF-8 text that is safe to review and to print. */
export function decode(file: string, bytes: Buffer): Decoded {
  if (!isUtf8(bytes)) return { findings: [encodingFinding(file, bytes)] };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const finding = characterFinding(file, text);
  return finding === undefined ? { text, findings: [] } : { findings: [finding] };
}

function encodingFinding(file: string, bytes: Buffer): Finding {
  const [first = 0, second = 0] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const offset = utf16 ? 0 : firstBadByte(bytes);
  const place = placeAt(file, bytes.subarray(0, offset).toString('utf8'));
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  return readingFinding(fileRules.encoding, {
    place,
    problem: utf16 ? 'the file is UTF-16' : `the file is not UTF-8 (byte ${byte})`,
    allowed: 'allowed: UTF-8, with or without a byte order mark',
  });
}

/** Decoding replaces bad bytes by U+FFFD: the first one that is not there in the bytes stands for a bad byte. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  const replacement = Buffer.from('\ufffd');
  for (let index = text.indexOf('\ufffd'); index >= 0; index = text.indexOf('\ufffd', index + 1)) {
    const offset = Buffer.byteLength(text.slice(0, index));
    if (!bytes.subarray(offset, offset + replacement.length).equals(replacement)) return offset;
  }
  return 0;
}

const control = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const invisible = '\\u00ad\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\uffff';
const forbidden = new RegExp(`[${control}${invisible}]|\\r(?!\\n)`);
/** Spaces that are not the space, before any comment of their line. */
const wideSpace = /^[^#\n]*?([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])/m;

function characterFinding(file: string, text: string): Finding | undefined {
  const index = forbidden.exec(text)?.index ?? wideSpaceIndex(text);
  if (index === undefined) return undefined;
  const code = text.charCodeAt(index);
  return readingFinding(fileRules.character, {
    place: placeAt(file, text.slice(0, index)),
    problem: `${nameOf(code)} (U+${code.toString(16).toUpperCase().padStart(4, '0')}) is in the file`,
    allowed: 'allowed: visible characters, ordinary spaces, tabs, and line ends of Unix or Windows',
    ...(code === 0x0d ? { remedy: 'save the file with Unix line ends' } : {}),
  });
}

function wideSpaceIndex(text: string): number | undefined {
  const match = wideSpace.exec(text);
  return match === null ? undefined : match.index + match[0].length - 1;
}

function nameOf(code: number): string {
  if (code === 0x0d) return 'a carriage return alone';
  if (code === 0) return 'a NUL character';
  if (code < 0xa0) return 'a control character';
  return /\s/.test(String.fromCharCode(code)) && code !== 0xfeff
    ? 'a space that is not the ordinary one'
    : 'an invisible character';
}

/** The place right after a text. */
function placeAt(file: string, before: string): Finding['place'] {
  const lines = before.split('\n');
  return { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
