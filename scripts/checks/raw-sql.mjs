// SQL written as text obeys the same rule as Drizzle: only a table's owner writes it.
import { isScript, isTest, sqlTextsOf, tablesOf } from './source.mjs';

const WRITES =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into|update(?:\s+only)?(?=\s+"?\w+"?(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+"?(\w+)"?/gi;

/** The tables that a text of SQL writes. */
export const tablesWritten = (text) => [...text.matchAll(WRITES)].map((found) => found[1].toLowerCase());

export function* find(sources) {
  const tables = tablesOf(sources);
  for (const source of sources) {
    if (!isScript(source.path) || isTest(source.path) || !/^(app|server)\//.test(source.path)) continue;
    for (const { text, at } of sqlTextsOf(source, tables)) {
      for (const name of tablesWritten(text)) {
        const owner = tables.get(name)?.owner;
        if (owner && !source.path.startsWith(`${owner}/`))
          yield { path: source.path, at, message: `only ${owner} writes ${name}` };
      }
    }
  }
}
