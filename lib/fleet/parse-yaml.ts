import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';

/** How much of YAML is read: far more than any real file has, and little enough to be read in well under a second. */
export interface YamlLimits {
  /** Lexemes of the file: a map entry takes about six. */
  readonly lexemes: number;
  /** Collections inside each other. */
  readonly depth: number;
}

/** Limits of a tenant file. */
export const tenantLimits: YamlLimits = { lexemes: 20_000, depth: 64 };
/** Limits of the site file: room for some ten thousand networks. */
export const siteLimits: YamlLimits = { lexemes: 400_000, depth: 64 };

/** The documents of a text with the tokens they were made of. */
export interface ParsedYaml {
  readonly documents: readonly Document[];
  readonly tokens: readonly CST.Token[];
  readonly lines: LineCounter;
}

/** A text that goes beyond a limit, and where. */
export interface BeyondLimit {
  readonly limit: keyof YamlLimits;
  readonly offset: number;
  readonly lines: LineCounter;
}

/**
 * Parses as YAML 1.2 with every key a string. Lexemes are counted on the way, because composing nests calls as deep as
 * the text nests collections. Repeated keys are left to the caller: the library's own search is quadratic.
 */
export function parseYaml(text: string, limits: YamlLimits): ParsedYaml | BeyondLimit {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    count += 1;
    if (count > limits.lexemes) return { limit: 'lexemes', offset: parser.offset, lines };
    if (parser.stack.length > limits.depth) return { limit: 'depth', offset: parser.offset, lines };
  }
  tokens.push(...parser.end());
  const composer = new Composer({ stringKeys: true, uniqueKeys: false });
  return { documents: [...composer.compose(tokens, true, text.length)], tokens, lines };
}

/** True for a text that goes beyond a limit. */
export function isBeyond(parsed: ParsedYaml | BeyondLimit): parsed is BeyondLimit {
  return 'limit' in parsed;
}
