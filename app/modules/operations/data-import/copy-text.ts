// PostgreSQL's COPY text format: a row is a line, its cells are apart by tabs, a backslash introduces what isn't itself.

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))/gs;

/** What ends the rows of a COPY. */
export const COPY_END = '\\.';

/** The cells of one line, without its line break; null for `\N`. Octal and hexadecimal escapes are bytes of UTF-8. */
export const readCopyLine = (line: string): (string | null)[] =>
  line.split('\t').map((cell) => (cell === '\\N' ? null : cell.includes('\\') ? unescape(cell) : cell));

function unescape(cell: string): string {
  if (!/\\[0-7x]/.test(cell)) return cell.replace(ESCAPE, (_, _octal, _hex, sign: string) => ESCAPED[sign] ?? sign);
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let at = 0;
  for (const match of cell.matchAll(ESCAPE)) {
    parts.push(encoder.encode(cell.slice(at, match.index)));
    const [whole, octal, hex, sign] = match;
    if (octal !== undefined) parts.push(Uint8Array.of(Number.parseInt(octal, 8) & 0xff));
    else if (hex !== undefined) parts.push(Uint8Array.of(Number.parseInt(hex, 16)));
    else parts.push(encoder.encode(ESCAPED[sign!] ?? sign));
    at = match.index + whole.length;
  }
  parts.push(encoder.encode(cell.slice(at)));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return new TextDecoder().decode(bytes);
}
