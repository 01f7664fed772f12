import type { ErrorCode } from 'yaml';
import type { RuleDescription } from './reading-rule.ts';
import { yamlRules } from './yaml-rules.ts';

/** What a syntax error is called for people, and what they can do. */
export interface SyntaxWords {
  readonly rule: RuleDescription;
  readonly problem: string;
  readonly allowed: string;
  readonly remedy: string;
}

const words: Partial<Record<ErrorCode, readonly [problem: string, remedy: string]>> = {
  BAD_ALIAS: ['an alias (*name) cannot stand here', 'put a text that starts with * in quotes'],
  BAD_DQ_ESCAPE: [
    'a backslash in double quotes starts an escape that does not exist',
    "use single quotes: 'C:\\temp'",
  ],
  BAD_INDENT: [
    'the indentation does not fit the lines above, or a bracket is not closed before',
    'align the line with its siblings and close every [ and {',
  ],
  BAD_SCALAR_START: ['a value cannot start with this character', 'put the value in quotes'],
  BLOCK_AS_IMPLICIT_KEY: [
    'a second "key: value" begins inside a value',
    'start a new line with the indentation of its siblings, or put the value in quotes',
  ],
  BLOCK_IN_FLOW: [
    'entries inside brackets are separated by commas, and are no lines of a block',
    'put a comma between the entries, or use indentation instead of brackets',
  ],
  MISSING_CHAR: [
    'something is missing before this place',
    'close the quotes or brackets, or add the colon and the value',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'a key goes on over several lines: a colon with a space is missing',
    'write "key: value" on each line',
  ],
  UNEXPECTED_TOKEN: ['this does not belong here', 'check quotes, brackets and commas before it'],
};

/** The words for an error of the parser at an offset of the text. */
export function syntaxWords(code: ErrorCode, message: string, text: string, offset: number): SyntaxWords {
  if (code === 'TAB_AS_INDENT') return tabWords;
  if (code === 'NON_STRING_KEY') return keyWords;
  const line = lineAt(text, offset);
  if (/^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/.test(line)) return conflictWords(line);
  const [, word, rest] = /^\s*([A-Za-z][\w-]*):([^\s/].*)$/.exec(line) ?? [];
  if (
    word !== undefined &&
    rest !== undefined &&
    (code === 'MISSING_CHAR' || code === 'MULTILINE_IMPLICIT_KEY')
  ) {
    return spaceWords(word, rest);
  }
  const [problem, remedy] = words[code] ?? [message.split('\n')[0] ?? code, yamlRules.syntax.remedy];
  return {
    rule: yamlRules.syntax,
    problem: `${problem} (${shown(line)})`,
    allowed: 'allowed: valid YAML 1.2',
    remedy,
  };
}

const tabWords: SyntaxWords = {
  rule: yamlRules.tab,
  problem: 'the line is indented with a tab (\\t)',
  allowed: 'allowed: spaces',
  remedy: yamlRules.tab.remedy,
};

const keyWords: SyntaxWords = {
  rule: yamlRules.key,
  problem: 'a list, a map or an alias is a key',
  allowed: 'allowed: keys that are strings',
  remedy: 'put a text that starts with {, [ or * in quotes',
};

function conflictWords(line: string): SyntaxWords {
  return {
    rule: yamlRules.conflict,
    problem: `a merge conflict is not resolved (${shown(line)})`,
    allowed: 'allowed: one version of each line',
    remedy: yamlRules.conflict.remedy,
  };
}

function spaceWords(word: string, rest: string): SyntaxWords {
  return {
    rule: yamlRules.space,
    problem: `no space after the colon (${shown(`${word}:${rest}`)})`,
    allowed: 'allowed: key, colon, space, value',
    remedy: `did you mean ${word}: ${shown(rest)}?`,
  };
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(offset - 1, 0)) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

const shown = (line: string): string => {
  const trimmed = line.trim();
  return trimmed.length > 60
    ? `${trimmed.slice(0, 57)}...`
    : trimmed === ''
      ? 'the end of the file'
      : trimmed;
};
