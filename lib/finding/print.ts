import { compareFindings, type Finding, type Place } from './finding.ts';

/** Formats in which findings are printed. */
export const formats = ['text', 'json', 'github'] as const;
export type Format = (typeof formats)[number];

/** One finding as `file:line:col: error[rule]: what is wrong; what is allowed; what to do`, related places indented below. */
export function findingText(finding: Finding, color: boolean): string {
  const paint = color ? (finding.severity === 'error' ? red : yellow) : plain;
  const head = `${placeText(finding.place)}: ${paint(`${finding.severity}[${finding.rule}]`)}: `;
  const related = finding.related.map(({ place, note }) => `\n    ${placeText(place)}: ${printable(note)}`);
  return (
    head +
    printable([finding.problem, finding.allowed, finding.remedy].filter((part) => part !== '').join('; ')) +
    related.join('')
  );
}

/** `file:line:col`, which terminals and editors make clickable. */
export function placeText({ file, line, column }: Place): string {
  return `${printable(file)}:${String(line)}:${String(column)}`;
}

/** Values of a file may hold what a terminal or a CI log takes for commands ("\e[31m", a line that starts with ::): it is shown as an escape. */
function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** All findings in one format, sorted; '' if there are none (JSON: an empty list). */
export function printFindings(findings: readonly Finding[], format: Format, color: boolean): string {
  const sorted = [...findings].sort(compareFindings);
  switch (format) {
    case 'text':
      return sorted.map((finding) => `${findingText(finding, color)}\n`).join('');
    case 'json':
      return `${JSON.stringify({ findings: sorted }, undefined, 2)}\n`;
    case 'github':
      return sorted.map((finding) => `${githubAnnotation(finding)}\n`).join('');
  }
}

/** A workflow command: GitHub shows it on the line of the pull request's diff. */
function githubAnnotation(finding: Finding): string {
  const { file, line, column } = finding.place;
  const related = finding.related.map(({ place, note }) => `\n${placeText(place)}: ${note}`).join('');
  const properties = `file=${property(file)},line=${String(line)},col=${String(column)},title=${property(finding.rule)}`;
  return `::${finding.severity} ${properties}::${data(`${finding.problem}; ${finding.allowed}; ${finding.remedy}${related}`)}`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const red = (text: string): string => `\u001b[31m${text}\u001b[0m`;
const yellow = (text: string): string => `\u001b[33m${text}\u001b[0m`;
const plain = (text: string): string => text;
