// Only a table's module may write the table, and only modules after it in app/modules/areas.ts may read it.
import { moduleOrder } from '#scripts/boundaries.mjs';
import { isScript, isTest, sqlTextsOf, tablesOf } from './source.mjs';

const WRITES =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into|update(?:\s+only)?(?=\s+"?\w+"?(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+"?(\w+)"?/gi;

export const tablesWritten = (text) => [...text.matchAll(WRITES)].map((found) => found[1].toLowerCase());

const READS = /\b(?:(?<!delete\s+)from|join|using)\s+(?:only\s+|lateral\s+)?"?(\w+)"?/gi;

const tablesRead = (text) =>
  !/\b(?:select|set)\b/i.test(text) ? [] : [...text.matchAll(READS)].map((found) => found[1].toLowerCase());

const moduleOf = (path) => /^app\/modules\/([^/]+\/[^/]+)/.exec(path)?.[1];

export function* find(sources, { areas, tables = tablesOf(sources) }) {
  const order = moduleOrder(areas);
  for (const source of sources) {
    if (!isScript(source.path) || isTest(source.path) || !/^(app|server)\//.test(source.path)) continue;
    for (const { text, at } of sqlTextsOf(source, tables)) {
      for (const name of tablesWritten(text)) {
        const owner = tables.get(name)?.owner;
        if (owner && !source.path.startsWith(`${owner}/`))
          yield { path: source.path, at, message: `only ${owner} writes ${name}` };
      }
      const own = moduleOf(source.path);
      for (const name of own ? tablesRead(text) : []) {
        const owner = moduleOf(tables.get(name)?.owner ?? '');
        if (owner && order.indexOf(owner) > order.indexOf(own))
          yield { path: source.path, at, message: `${own} may not read ${name}, which belongs to ${owner} below it` };
      }
    }
  }
}
