// Writes parcels until killed and logs those that were acknowledged. Arguments: data directory, number of parcels (0:
// endless), log file.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inTransactionOn, openDatabase } from '#app/platform/database/database.server.ts';

const [dataDirectory, count = '0', ackPath] = process.argv.slice(2);
const ackFile = ackPath ? openSync(ackPath, 'a') : 1;
const print = (what: object) => writeSync(ackFile, `${JSON.stringify(what)}\n`);

const opened = await openDatabase({
  dataDirectory: dataDirectory!,
  migrationsDirectory: join(import.meta.dirname, 'migrations'),
});
const { database } = opened;
const { rows } = await database.execute<{ last: number }>(sql`select coalesce(max(id), 0)::int as last from parcels`);
const first = rows[0]!.last + 1;
print({ began: first });

for (let id = first; count === '0' || id < first + Number(count); id += 1) {
  const contents = `${id} `.repeat(50 + (id % 400));
  await inTransactionOn(database, async (tx) => {
    await tx.execute(sql`insert into parcels values (${id}, ${`parcel ${id}`}, ${contents}, ${(id * 7919) % 1000})`);
    await tx.execute(sql`insert into parcel_lines select ${id}, n, ${contents} || n from generate_series(1, 2) n`);
    await tx.execute(sql`update parcels set weight = weight + 1 where id in (${id - 1}, ${id - 10})`);
  });
  print({ written: id });
  if (id % 60 === 0) await database.execute(sql`checkpoint`);
  if (id % 75 === 0) await database.execute(sql`vacuum (analyze) parcels`);
  if (id % 90 === 0) await database.execute(sql`select pg_switch_wal()`);
  if (id % 100 === 0) await database.execute(sql.raw(`create table box_${id} as select * from parcels`));
}
await opened.close();
