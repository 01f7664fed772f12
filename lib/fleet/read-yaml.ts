import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { Finding } from '../finding/index.ts';
import { Source } from './source.ts';

/** A file and what it says, or the findings that say why it cannot be read. */
export interface ReadFile {
  readonly source: Source;
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** Reads one YAML document. Every syntax error becomes a finding at its place. */
export function readYaml(file: string, text: string): ReadFile {
  const source = new Source(file, text);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const findings = document.errors.map((error) => syntaxFinding(error, file, lines));
  return { source, value: findings.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 }), findings };
}

function syntaxFinding(error: YAMLError, file: string, lines: LineCounter): Finding {
  const { line, col } = lines.linePos(error.pos[0]);
  return {
    rule: 'yaml-syntax',
    severity: 'error',
    place: { file, line: Math.max(line, 1), column: Math.max(col, 1) },
    problem: `not valid YAML (${error.message.split('\n')[0] ?? error.code})`,
    allowed: 'one YAML 1.2 document',
    remedy: 'mend the syntax at this place',
    related: [],
  };
}
