import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readRows, writeRows } from './backup.server.ts';

let opened: TestDatabase;
let directory: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'bisvar-rows-'));
  await opened.owner.execute(
    sql`create table notes (id integer primary key, corrects_id integer references notes, body text not null)`,
  );
});
afterAll(async () => {
  await opened.owner.execute(sql`drop table notes`);
  await opened.close();
  await rm(directory, { recursive: true });
});

async function writeAndReadBack() {
  const { owner } = opened;
  const readNotes = async () => (await owner.execute(sql`select * from notes order by id`)).rows;
  const before = await readNotes();
  const { migrations, tables } = await writeRows(owner, directory);
  await owner.execute(sql`delete from notes`);
  await readRows(owner, directory, { migrations, tables: tables.filter(({ name }) => name === 'notes') });
  expect(await readNotes()).toEqual(before);
}

test('keeps every kind of line end in a text', async () => {
  const body = 'one\u2028two\u2029three\u0085four\r\nfive\rsix\u000bseven\n';
  await opened.owner.execute(sql`insert into notes (id, body) values (1, ${body})`);
  await writeAndReadBack();
});

test('restores a row that references a much later one', async () => {
  const { owner } = opened;
  await owner.execute(
    sql`insert into notes (id, corrects_id, body) select n, case n when 2 then 900 when 900 then 1000 end, 'x' from generate_series(2, 1000) n`,
  );
  await writeAndReadBack();
  await expect(
    owner.execute(sql`update notes set corrects_id = 5000 where id = 3`),
    'checked at once again',
  ).rejects.toThrow();
});
