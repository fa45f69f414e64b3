// Queries the embedded database of a folder, moves the clock by `MOVED_BY` and queries again. Needs moved-clock.ts.
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from './database.ts';

const opened = await openDatabase({ dataDirectory: process.argv[2]!, migrationsDirectory });
const ask = () => opened.database.execute(sql`select count(*) from settings`);
for (let turn = 0; turn < 3; turn += 1) await ask();
writeFileSync(process.env.CLOCK_FILE!, process.env.MOVED_BY!);
// After ten idle seconds, PostgreSQL writes statistics by an earlier timer.
await wait(12_000);
await ask();
await opened.close();
console.log('asked before and after');
