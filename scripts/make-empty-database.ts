// Creates a migrated, empty embedded database, as the last step of `npm run build`.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { EMPTY_DATABASE } from '#app/platform/database/empty-database.server.ts';
import { readMigrations } from '#app/platform/database/migrations.server.ts';
import { MIGRATIONS } from './shop-data.ts';

// This list marks the database as complete, so it is written last.
await rm(EMPTY_DATABASE.migrations, { force: true });
const migrations = await readMigrations(MIGRATIONS);
const made = await mkdtemp('build/.empty-database-');
try {
  const log = { info() {}, warn: console.warn, error: console.error };
  const opened = await openDatabase({ dataDirectory: made, migrationsDirectory: MIGRATIONS, log });
  await opened.close();
  const cluster = join(made, 'database/cluster');
  await create({ file: EMPTY_DATABASE.archive, gzip: true, cwd: cluster, portable: true }, await readdir(cluster));
} finally {
  await rm(made, { recursive: true, force: true });
}
const seen = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
await writeFile(EMPTY_DATABASE.migrations, `${JSON.stringify(seen, null, 2)}\n`);
