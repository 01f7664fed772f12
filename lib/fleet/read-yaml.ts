import type { LineCounter } from 'yaml';
import type { Finding, Place } from '../finding/index.ts';
import { fileRules } from './file-rules.ts';
import {
  type BeyondLimit,
  isBeyond,
  type ParsedYaml,
  parseYaml,
  siteLimits,
  type YamlLimits,
} from './parse-yaml.ts';
import { readingFinding } from './reading-rule.ts';
import { Source } from './source.ts';
import { syntaxWords } from './syntax-words.ts';
import { yamlRules } from './yaml-rules.ts';
import { type Trouble, troublesOf } from './yaml-walk.ts';

/** A file and what it says, or the findings that say why it cannot be read. */
export interface ReadFile {
  readonly source: Source;
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** Findings of one kind that are told of one file: a slip of the pen leaves a trail of errors behind it. */
const most = 3;

/** Reads one YAML document. What cannot be read, or means different things to different readers, becomes a finding at its place. */
export function readYaml(file: string, text: string, limits: YamlLimits = siteLimits): ReadFile {
  const source = new Source(file, text);
  const parsed = parseYaml(text, limits);
  if (isBeyond(parsed)) return { source, value: undefined, findings: [limitFinding(file, parsed, limits)] };
  const troubles = [...structureTroubles(parsed, text), ...syntaxTroubles(parsed, text)];
  const [document] = parsed.documents;
  if (troubles.length === 0 && document !== undefined) troubles.push(...troublesOf(document, text));
  const findings = troubles.map((trouble) => findingOf(file, parsed.lines, trouble));
  if (findings.length > 0) return { source, value: undefined, findings: findings.slice(0, 20) };
  const value: unknown = document?.toJS({ maxAliasCount: -1 });
  return value === null
    ? { source, value, findings: [emptyFinding(file, text)] }
    : { source, value, findings };
}

function limitFinding(file: string, { limit, offset, lines }: BeyondLimit, limits: YamlLimits): Finding {
  const problem =
    limit === 'depth' ? 'the file nests too deep here' : 'the file is too long to read beyond this place';
  const unit = limit === 'depth' ? 'collections inside each other' : 'words of YAML';
  const allowed = `allowed: at most ${String(limits[limit])} ${unit}`;
  const remedy = limit === 'depth' ? { remedy: 'close the brackets, or flatten it' } : {};
  return readingFinding(fileRules.tooLarge, {
    place: placeAt(file, lines, offset),
    problem,
    allowed,
    ...remedy,
  });
}

function emptyFinding(file: string, text: string): Finding {
  return readingFinding(fileRules.empty, {
    place: { file, line: 1, column: 1 },
    problem: text.trim() === '' ? 'the file is empty' : 'the file says nothing',
    allowed: 'allowed: a map of keys and values',
  });
}

/** More than one document, and directives. */
function structureTroubles({ tokens, documents }: ParsedYaml, text: string): Trouble[] {
  const troubles: Trouble[] = [];
  const directive = tokens.find(({ type }) => type === 'directive');
  if (directive !== undefined) {
    const line = text.slice(directive.offset).split('\n', 1)[0] ?? '';
    troubles.push({
      rule: yamlRules.directive,
      offset: directive.offset,
      problem: `the file has a directive (${line.slice(0, 60).trim()})`,
      allowed: 'allowed: YAML 1.2 without directives',
    });
  }
  const second = tokens.filter(({ type }) => type === 'document')[1];
  if (second !== undefined) {
    troubles.push({
      rule: yamlRules.documents,
      offset: second.offset,
      problem: `the file holds ${String(documents.length)} documents`,
      allowed: 'allowed: one',
    });
  }
  return troubles;
}

/** One error a line, the first few: the rest mostly follows from them, as everything follows from a tab or a merge conflict. */
function syntaxTroubles({ documents, lines }: ParsedYaml, text: string): Trouble[] {
  const byLine = new Map<number, Trouble>();
  for (const { code, message, pos } of documents.flatMap(({ errors }) => errors)) {
    const [offset] = pos;
    const { line } = lines.linePos(offset);
    if (!byLine.has(line) && byLine.size < most)
      byLine.set(line, { ...syntaxWords(code, message, text, offset), offset });
  }
  const troubles = [...byLine.values()];
  const causes = troubles.filter(({ rule }) => rule !== yamlRules.syntax);
  return causes.length > 0 ? causes : troubles;
}

function findingOf(file: string, lines: LineCounter, trouble: Trouble): Finding {
  const { rule, offset, problem, allowed, remedy, related } = trouble;
  return readingFinding(rule, {
    place: placeAt(file, lines, offset),
    problem,
    allowed,
    ...(remedy === undefined ? {} : { remedy }),
    related:
      related === undefined ? [] : [{ place: placeAt(file, lines, related.offset), note: related.note }],
  });
}

function placeAt(file: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
}
