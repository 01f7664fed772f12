/** How much a finding weighs: an error stops the run (exit code 1), a warning is only told. */
export type Severity = 'error' | 'warning';

/** Where something stands in a file. Line and column count from 1, as editors show them. */
export interface Place {
  /** Path relative to the repository, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Another place that a finding needs to be understood, such as the other holder of an address. */
export interface Related {
  readonly place: Place;
  readonly note: string;
}

/** What a check says. Text is built from it last, by a printer. */
export interface Finding {
  /** Id of the rule; the name of its file, fixture folder and line in the list of checks. */
  readonly rule: string;
  readonly severity: Severity;
  readonly place: Place;
  /** What is wrong, with the offending value. */
  readonly problem: string;
  /** What would be accepted. */
  readonly allowed: string;
  /** What to do about it. */
  readonly remedy: string;
  readonly related: readonly Related[];
}

/** Orders findings by file, line, column and rule, so that output never depends on the order of checks. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.place.file, b.place.file) ||
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.problem, b.problem)
  );
}

/** True if any of the findings stops the run. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}

/** By code point, not by locale: the same order on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
