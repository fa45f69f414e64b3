import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#app/platform/database/database.server.ts';

export const migrationsDirectory = join(import.meta.dirname, 'migrations');
const quiet = { info() {}, warn() {}, error() {} };

export async function findHarm(dataDirectory: string, lastAcknowledged: number): Promise<string[]> {
  let opened;
  try {
    opened = await openDatabase({ dataDirectory, migrationsDirectory, log: quiet });
  } catch (error) {
    return [`it does not open: ${messageOf(error)}`];
  }
  try {
    return [
      ...(await missing(opened.database, lastAcknowledged)),
      ...(await unsoundIndexes(opened.database)),
      ...(await refusedWrite(opened.database)),
    ];
  } catch (error) {
    return [`it can't be read: ${messageOf(error)}`];
  } finally {
    await opened.close();
  }
}

const messageOf = (error: unknown) => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

async function missing(database: Database, lastAcknowledged: number): Promise<string[]> {
  const { rows } = await database.execute<{ missing: number; torn: number; beyond: number }>(sql`
    select (select count(*)::int from generate_series(1, ${lastAcknowledged}::int) n where not exists (select from parcels where id = n)) as missing,
      (select count(*)::int from parcels p where (select count(*) from parcel_lines l where l.parcel_id = p.id) <> 2) as torn,
      (select count(*)::int from parcels where id > ${lastAcknowledged}::int + 1) as beyond`);
  const found = rows[0]!;
  return [
    ...(found.missing ? [`${found.missing} of ${lastAcknowledged} acknowledged parcels are missing`] : []),
    ...(found.torn ? [`${found.torn} parcels came apart`] : []),
    ...(found.beyond ? [`${found.beyond} parcels nobody wrote`] : []),
  ];
}

/** Reads every column through the heap, which verifies checksums, and through each index. */
async function unsoundIndexes(database: Database): Promise<string[]> {
  const readings = [
    ['parcels', 'id'],
    ['parcels', 'label'],
    ['parcels', 'weight, id'],
    ['parcel_lines', 'parcel_id, line'],
  ] as const;
  const harm: string[] = [];
  for (const [table, columns] of readings) {
    const read = (through: 'heap' | 'index') =>
      database.transaction(async (tx) => {
        const heap = through === 'heap';
        await tx.execute(
          sql.raw(
            `set local enable_indexscan = ${heap ? 'off' : 'on'}; set local enable_indexonlyscan = off; set local enable_bitmapscan = off; set local enable_seqscan = ${heap ? 'on' : 'off'}; set local enable_sort = ${heap ? 'on' : 'off'}`,
          ),
        );
        const query = `select md5(string_agg(t::text, '|')) as digest, count(*)::int as count from (select * from ${table} order by ${columns}) t`;
        const { rows: plan } = await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${query}`));
        const text = plan.map((line) => line['QUERY PLAN']).join('\n');
        if (text.includes('Index Scan') === heap) throw new Error(`not read through the ${through}: ${text}`);
        return (await tx.execute(sql.raw(query))).rows[0];
      });
    const [heap, index] = [await read('heap'), await read('index')];
    if (JSON.stringify(heap) !== JSON.stringify(index))
      harm.push(`the index on ${table} (${columns}) tells ${JSON.stringify(index)}, the table ${JSON.stringify(heap)}`);
  }
  return harm;
}

async function refusedWrite(database: Database): Promise<string[]> {
  try {
    await database.execute(sql`insert into parcels values (-1, 'after the crash', '', 0)`);
    await database.execute(sql`delete from parcels where id = -1`);
    return [];
  } catch (error) {
    return [`it can't be written: ${messageOf(error)}`];
  }
}
