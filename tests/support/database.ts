import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Database } from '#app/platform/database/database.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';

const migrationsDirectory = fileURLToPath(new URL('../../database/migrations', import.meta.url));

/** An embedded database in memory, migrated and empty. */
export const openTestDatabase = () => openDatabase({ inMemory: true, dataDirectory: '', migrationsDirectory });

/** Empties every table but the migrations' own. */
export async function truncateAll(database: Database): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`);
  await database.execute(sql.raw(`truncate ${rows.map((row) => row.name).join(', ')} cascade`));
}
