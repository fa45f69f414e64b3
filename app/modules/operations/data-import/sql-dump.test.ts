import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCopyLine } from '#tests/support/hosted-backend.ts';
import { readCopyLine } from './copy-text.ts';
import { readSqlDump } from './sql-dump.ts';

async function rowsOf(text: string) {
  const rows = [];
  for await (const row of readSqlDump(text.split('\n'))) rows.push(row);
  return rows;
}
const cellsOf = async (text: string) => (await rowsOf(text)).map(({ cells }) => cells);

describe('a line of COPY', () => {
  test('comes back as it was written, whatever is in it', () => {
    // PostgreSQL holds no NUL.
    const cell = fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        const line = writeCopyLine(cells);
        expect(line).not.toContain('\n');
        expect(readCopyLine(line)).toEqual(cells);
      }),
    );
  });

  test('may have its signs as octal and hexadecimal bytes, and a backslash before what needs none', () => {
    expect(readCopyLine(String.raw`\101\x42	\N	\\N	\é	\303\251	\v`)).toEqual(['AB', null, '\\N', 'é', 'é', '\v']);
  });
});

describe('a dump', () => {
  test('that went through Windows is read like any other', async () => {
    const dump = "COPY coupons (code) FROM stdin;\r\nA\r\n\\.\r\n\r\nINSERT INTO coupons (code) VALUES ('B');\r\n";
    expect(await cellsOf(dump)).toEqual([{ code: 'A' }, { code: 'B' }]);
  });

  test('is read with the line and the table of each row', async () => {
    const dump =
      'COPY public.orders (id, total) FROM stdin;\n1\t2.50\n2\t\\N\n\\.\nSELECT 1;\nCOPY "coupons" ("code") FROM stdin;\nA\n\\.\n';
    expect(await rowsOf(dump)).toEqual([
      { table: 'public.orders', line: 2, cells: { id: '1', total: '2.50' } },
      { table: 'public.orders', line: 3, cells: { id: '2', total: null } },
      { table: 'coupons', line: 7, cells: { code: 'A' } },
    ]);
  });

  test('with INSERT is read whatever stands in its texts: quotes, semicolons, lines, other statements', async () => {
    const value = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\0\r]/g, ''));
    const tag = fc.constantFrom('$$', '$a$', '$_1$');
    await fc.assert(
      fc.asyncProperty(value, value, tag, async (first, second, dollar) => {
        fc.pre(!`${second}$`.includes(dollar));
        const escaped = `E'${first.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
        const dump = `insert into t (a, b, c) values ('${first.replaceAll("'", "''")}', ${dollar}${second}${dollar}, ${escaped});`;
        expect(await cellsOf(dump)).toEqual([{ a: first, b: second, c: first }]);
      }),
    );
  });

  test('with INSERT has numbers, truths, lists, casts and several rows', async () => {
    const dump = `INSERT INTO "public"."t" ("a", b, c, d) OVERRIDING SYSTEM VALUE VALUES
      (-1.5, true, ARRAY['x', 'y"z']::text[], '{"a": 1}'::jsonb),
      (NULL, false, '{}', '2026-01-01'::timestamp with time zone) ON CONFLICT DO NOTHING;`;
    expect(await cellsOf(dump)).toEqual([
      { a: '-1.5', b: 't', c: '["x","y\\"z"]', d: '{"a": 1}' },
      { a: null, b: 'f', c: '{}', d: '2026-01-01' },
    ]);
  });

  test('without names of columns takes them from the table’s own statement', async () => {
    const table =
      'CREATE TABLE IF NOT EXISTS public.t (\n  id uuid NOT NULL,\n  "the price" numeric(10, 2) DEFAULT 0,\n  CONSTRAINT one CHECK ((id IS NOT NULL)),\n  last text\n);';
    expect(await cellsOf(`${table}\nINSERT INTO public.t VALUES ('a', 2.5, 'b');`)).toEqual([
      { id: 'a', 'the price': '2.5', last: 'b' },
    ]);
  });

  test('is never taken for rows where it is the body of a function or a comment', async () => {
    const hidden = [
      `CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ insert into t (a) values (1); $$;`,
      `CREATE OR REPLACE FUNCTION b() RETURNS void LANGUAGE sql BEGIN ATOMIC INSERT INTO t (a) VALUES (CASE WHEN true THEN 1 END); INSERT INTO t (a) VALUES (2); END;`,
      `/* insert into t (a) values (1); /* deeper */ insert into t (a) values (2); */`,
      `-- insert into t (a) values (1);`,
      `COMMENT ON TABLE t IS 'insert into t (a) values (1);';`,
    ].join('\n');
    expect(await cellsOf(`${hidden}\ninsert into t (a) values (3);`)).toEqual([{ a: '3' }]);
  });

  test('names a row whose cell is no value, and reads on', async () => {
    const rows = await rowsOf(
      `insert into t (a, b) values (now(), 1), ('x', (select max(a), 2 from t)), ('y', 'z');\ninsert into t select 1;`,
    );
    expect(rows.map(({ problem }) => problem)).toEqual([
      'a is an expression, not a value',
      'b is an expression, not a value',
      undefined,
      'It inserts what a query answers, which isn’t in the dump',
    ]);
    expect(await rowsOf('COPY t (a, b) FROM stdin;\nonly one\n\\.')).toMatchObject([
      { problem: 'It has 1 cells where the table has 2 columns' },
    ]);
  });

  test.each([
    ['that was cut off in its rows', 'COPY t (a) FROM stdin;\n1\n', 'isn’t whole'],
    ['that was cut off in a text', "insert into t (a) values ('a", 'isn’t whole'],
    ['in another encoding', "SET client_encoding = 'LATIN1';", '--encoding=UTF8'],
    ['whose texts mean something else', 'SET standard_conforming_strings = off;', 'standard_conforming_strings'],
    ['that copies from a file', "COPY t (a) FROM '/etc/passwd';", 'pg_dump'],
  ])('%s is refused', async (_what, dump, message) => {
    await expect(rowsOf(dump)).rejects.toThrow(message);
  });
});
