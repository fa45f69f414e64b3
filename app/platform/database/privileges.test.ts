import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { type DatabaseSettings, openDatabase } from './database.server.ts';

const quiet = { info() {}, warn() {}, error() {} };

describe('the role of DATABASE_URL, beside DATABASE_OWNER_URL,', () => {
  let server: Awaited<ReturnType<typeof startPostgresServer>>;
  let directory: string;
  let urls: { databaseUrl: string; databaseOwnerUrl: string };
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bisvar-privileges-'));
    await migrationAt(
      1,
      'create table pots (id int generated always as identity, glaze text)',
      'create function stop() returns trigger language plpgsql as $$ begin return null; end $$',
      'create trigger no_delete before delete on pots for each row execute function stop()',
    );
    const { DATABASE_URL, DATABASE_OWNER_URL } = await server.createServedDatabase();
    urls = { databaseUrl: DATABASE_URL, databaseOwnerUrl: DATABASE_OWNER_URL };
  });
  afterEach(() => rm(directory, { recursive: true }));

  const migrationAt = (number: number, ...statements: string[]) =>
    writeFile(join(directory, `000${number}-part.sql`), statements.join(';\n'));
  const openWith = async (settings: Partial<DatabaseSettings>) => {
    const opened = await openDatabase({ dataDirectory: '', migrationsDirectory: directory, log: quiet, ...settings });
    await opened.close();
  };
  const asked = async (address: string, statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const whyNot = (statement: string) =>
    asked(urls.databaseUrl, statement).then(
      () => 'allowed',
      ({ code }: pg.DatabaseError) => (code === '42501' ? 'refused' : code),
    );

  test('reads and writes rows, and can change no table, trigger or migration', async () => {
    await openWith(urls);
    expect(await asked(urls.databaseUrl, `insert into pots (glaze) values ('ash') returning id, glaze`)).toEqual([
      { id: 1, glaze: 'ash' },
    ]);
    await asked(urls.databaseUrl, `update pots set glaze = 'salt'`);
    expect(await asked(urls.databaseUrl, 'select glaze from pots for update')).toEqual([{ glaze: 'salt' }]);
    expect(await asked(urls.databaseUrl, 'select name from schema_migrations')).toEqual([{ name: '0001-part.sql' }]);
    for (const statement of [
      'create table others (id int)',
      'create function f() returns int language sql as $$ select 1 $$',
      'create or replace function stop() returns trigger language plpgsql as $$ begin return old; end $$',
      'alter table pots add column price int',
      'alter table pots disable trigger no_delete',
      'drop trigger no_delete on pots',
      'drop table pots',
      'truncate pots',
      `update schema_migrations set checksum = ''`,
      `set session_replication_role = 'replica'`,
      'create role helper',
    ])
      expect([statement, await whyNot(statement)]).toEqual([statement, 'refused']);
  });

  test('reads and writes tables that a later version adds', async () => {
    await openWith(urls);
    await migrationAt(2, 'create table bowls (id serial, size int)');
    await openWith(urls);
    expect(await asked(urls.databaseUrl, 'insert into bowls (size) values (3) returning id')).toEqual([{ id: 1 }]);
    expect(await whyNot('drop table bowls')).toBe('refused');
  });

  test('is restricted after the first start with another owner, as docs/configure.md says', async () => {
    const role = new URL(urls.databaseUrl).username;
    const database = new URL(urls.databaseUrl).pathname.slice(1);
    await asked(urls.databaseOwnerUrl, `alter database ${database} owner to ${role}`);
    await openWith({ databaseUrl: urls.databaseUrl });
    expect(await whyNot('alter table pots add column price int')).toBe('allowed');
    await asked(urls.databaseOwnerUrl, `create role ${role}_owner login; reassign owned by ${role} to ${role}_owner`);
    const databaseOwnerUrl = urls.databaseUrl.replace(`${role}@`, `${role}_owner@`);
    await openWith({ databaseUrl: urls.databaseUrl, databaseOwnerUrl });
    expect(await asked(urls.databaseUrl, 'select price from pots')).toEqual([]);
    expect(await whyNot('alter table pots drop column price')).toBe('refused');
    await migrationAt(2, 'create table bowls (id int)');
    await openWith({ databaseUrl: urls.databaseUrl, databaseOwnerUrl });
    expect(await asked(urls.databaseUrl, 'select id from bowls')).toEqual([]);
  });

  test('is still restricted after the owner creates the tables again', async () => {
    await openWith(urls);
    await asked(urls.databaseOwnerUrl, 'drop table pots, schema_migrations; drop function stop');
    await openWith({ databaseUrl: urls.databaseOwnerUrl });
    await openWith(urls);
    expect(await asked(urls.databaseUrl, 'select * from pots')).toEqual([]);
    expect(await whyNot('delete from schema_migrations')).toBe('refused');
  });

  test('is refused when it can change the tables', async () => {
    const role = new URL(urls.databaseUrl).username;
    await expect(openWith({ ...urls, databaseUrl: urls.databaseOwnerUrl })).rejects.toThrow(
      'The role postgres of DATABASE_URL is the owner of the tables',
    );
    await asked(urls.databaseOwnerUrl, `grant create on schema public to ${role}`);
    await expect(openWith(urls)).rejects.toThrow(`revoke create on schema public from public, ${role}`);
    await asked(urls.databaseOwnerUrl, `revoke create on schema public from public, ${role}`);
    await openWith(urls);
  });
});
