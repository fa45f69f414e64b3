import { sql } from 'drizzle-orm';
import type { Database, OpenedDatabase } from '#app/platform/database/database.server.ts';
import { openNewDatabase } from '#tests/support/database.ts';

/** A database of its own, whose tables fill in ids and moments of the simulation where they fill in any. */
export async function openSimulatedDatabase(seed: number): Promise<OpenedDatabase> {
  const opened = await openNewDatabase();
  await opened.database.execute(sql`create sequence simulation_ids`);
  await opened.database.execute(sql`
    create function simulation_id() returns uuid language plpgsql volatile as ${sql.raw(`$$
      begin
        return overlay(overlay(md5('${seed} ' || nextval('simulation_ids')) placing '4' from 13) placing '8' from 17)::uuid;
      end $$`)}`);
  await opened.database.execute(sql`
    create function simulation_now() returns timestamptz language plpgsql stable as ${sql.raw(`$$
      begin
        return coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, '2000-01-01');
      end $$`)}`);
  await opened.database.execute(sql`do $$
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

/** Everything the tables hold, as one text that is the same for the same rows. */
export async function fingerprint(database: Database): Promise<string> {
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.execute<{ hash: string }>(sql`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.identifier(name)} t`);
    texts.push(`${name} ${rows[0]!.hash}`);
  }
  return texts.join('\n');
}
