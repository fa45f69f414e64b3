export type Token = {
  kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  /** Of a word in lower case; of a name and a text without quotes. */
  value: string;
  line: number;
};

/** What is still open at the end of a line. */
type Open =
  | { kind: 'comment'; depth: number }
  | { kind: 'text'; escapes: boolean; value: string; line: number }
  | { kind: 'name'; value: string; line: number }
  | { kind: 'dollar'; end: string; value: string; line: number };

const SPACE = /\s+/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs;

/**
 * Reads plain SQL line by line into tokens, as PostgreSQL's own scanner takes it apart: comments in comments, quoted names, texts with
 * doubled quotes or (E'…') backslashes, dollar quotes. What a text or comment holds is never taken for SQL.
 */
export class SqlScanner {
  #open: Open | undefined;

  /** Whether a text, a name or a comment goes on in the next line. */
  get isInside(): boolean {
    return this.#open !== undefined;
  }

  /** The tokens that end in this line, which comes without its line break. */
  *scan(text: string, line: number): Generator<Token> {
    let at = 0;
    const take = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) at += found.length;
      return found;
    };
    while (at < text.length || this.#open) {
      if (this.#open) {
        const { end, token } = this.#goOn(text, at);
        if (token) yield token;
        if (end === undefined) return;
        at = end;
        continue;
      }
      if (take(SPACE) !== undefined) continue;
      if (text.startsWith('--', at)) return;
      if (text.startsWith('/*', at)) {
        this.#open = { kind: 'comment', depth: 1 };
        at += 2;
        continue;
      }
      const sign = text[at]!;
      if (sign === "'" || (/[eE]/.test(sign) && text[at + 1] === "'")) {
        this.#open = { kind: 'text', escapes: sign !== "'", value: '', line };
        at += sign === "'" ? 1 : 2;
        continue;
      }
      if (sign === '"') {
        this.#open = { kind: 'name', value: '', line };
        at += 1;
        continue;
      }
      const dollar = take(DOLLAR);
      if (dollar !== undefined) {
        this.#open = { kind: 'dollar', end: dollar, value: '', line };
        continue;
      }
      const word = take(WORD);
      if (word !== undefined) {
        yield { kind: 'word', value: word.toLowerCase(), line };
        continue;
      }
      const number = take(NUMBER);
      if (number !== undefined) {
        yield { kind: 'number', value: number, line };
        continue;
      }
      const both = text.startsWith('::', at) ? '::' : sign;
      yield { kind: 'sign', value: both, line };
      at += both.length;
    }
  }

  /** Reads on in what is open; `end` is where it ended, undefined where it goes on in the next line. */
  #goOn(text: string, from: number): { end?: number; token?: Token } {
    const open = this.#open!;
    if (open.kind === 'comment') return this.#goOnComment(text, from, open);
    if (open.kind === 'dollar') {
      const end = text.indexOf(open.end, from);
      if (end === -1) {
        open.value += `${text.slice(from)}\n`;
        return {};
      }
      this.#open = undefined;
      const token = { kind: 'text' as const, value: open.value + text.slice(from, end), line: open.line };
      return { end: end + open.end.length, token };
    }
    const quote = open.kind === 'name' ? '"' : "'";
    let at = from;
    while (at < text.length) {
      const sign = text[at]!;
      if (sign === quote && text[at + 1] === quote) at += 2;
      else if (sign === '\\' && open.kind === 'text' && open.escapes) at += 2;
      else if (sign === quote) {
        this.#open = undefined;
        const raw = open.value + text.slice(from, at);
        const value = raw.replaceAll(quote + quote, quote);
        const isEscaped = open.kind === 'text' && open.escapes;
        return { end: at + 1, token: { kind: open.kind, value: isEscaped ? unescape(value) : value, line: open.line } };
      } else at += 1;
    }
    open.value += `${text.slice(from)}\n`;
    return {};
  }

  #goOnComment(text: string, from: number, open: { depth: number }): { end?: number } {
    const edge = /\/\*|\*\//g;
    edge.lastIndex = from;
    for (let found = edge.exec(text); found; found = edge.exec(text)) {
      open.depth += found[0] === '/*' ? 1 : -1;
      if (open.depth > 0) continue;
      this.#open = undefined;
      return { end: edge.lastIndex };
    }
    return {};
  }
}

const unescape = (text: string): string =>
  text.replace(ESCAPE, (_, octal?: string, hex?: string, short?: string, long?: string, sign?: string) => {
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const code = hex ?? short ?? long;
    return code === undefined ? (ESCAPED[sign!] ?? sign!) : String.fromCodePoint(Number.parseInt(code, 16));
  });
