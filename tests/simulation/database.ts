import { sql } from 'drizzle-orm';
import type { Database, OpenedDatabase } from '#app/platform/database/database.server.ts';
import { openNewDatabase } from '#tests/support/database.ts';

/** Creating one takes longer than a simulated hour, so all runs share it. */
let made: Promise<OpenedDatabase> | undefined;

/** Returns an empty database whose default ids and times depend only on the seed. */
export async function takeSimulatedDatabase(seed: number, began: Date): Promise<OpenedDatabase> {
  const opened = await (made ??= makeDatabase());
  const { database } = opened;
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`);
  const names = tables.map(({ name }) => sql.identifier(name));
  await database.transaction(async (database) => {
    await database.execute(sql`set local session_replication_role = replica`);
    await database.execute(sql`truncate ${sql.join(names, sql`, `)} restart identity cascade`);
  });
  await database.execute(sql`alter sequence simulation_ids restart`);
  await database.execute(sql`select set_config('simulation.now', ${began.toISOString()}, false)`);
  await database.execute(sql`
    create or replace function simulation_id() returns uuid language plpgsql volatile as ${sql.raw(`$$
      begin
        return overlay(overlay(md5('${seed} ' || nextval('simulation_ids')) placing '4' from 13) placing '8' from 17)::uuid;
      end $$`)}`);
  return opened;
}

async function makeDatabase(): Promise<OpenedDatabase> {
  const opened = await openNewDatabase();
  const { database } = opened;
  await database.execute(sql`create sequence simulation_ids`);
  await database.execute(sql`
    create function simulation_id() returns uuid language plpgsql volatile as 'begin return null; end'`);
  await database.execute(sql`
    create function simulation_now() returns timestamptz language plpgsql stable as ${sql.raw(`$$
      begin
        return coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, '2000-01-01');
      end $$`)}`);
  await database.execute(sql`do $$
    declare found record;
    begin
      for found in
        select attrelid::regclass as relation, attname, pg_get_expr(adbin, adrelid) as expression
        from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        join pg_class on pg_class.oid = adrelid
        where relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
          and pg_get_expr(adbin, adrelid) ~ '(\\mnow|gen_random_uuid)\\(\\)'
      loop
        execute format('alter table %s alter column %I set default %s', found.relation, found.attname,
          replace(replace(found.expression, 'gen_random_uuid()', 'simulation_id()'), 'now()', 'simulation_now()'));
      end loop;
    end $$`);
  return opened;
}

export async function fingerprint(database: Database): Promise<string> {
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename`);
  const each = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.identifier(name)} t`,
  );
  const { rows } = await database.execute<{ name: string; hash: string }>(
    sql`select name, hash from (${sql.join(each, sql` union all `)}) hashes order by name`,
  );
  return rows.map(({ name, hash }) => `${name} ${hash}`).join('\n');
}
