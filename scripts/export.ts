import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportTable, listExports } from '#app/platform/export/export.server.ts';
import { EXPORTED_COLUMNS } from '#app/routes/admin/operations/export/exported-columns.ts';
import { openPresent, readSettings, runCommand, shopAt, usage } from './shop-data.ts';

export async function exportTables([directory, ...rest]: string[]): Promise<void> {
  if (!directory || directory.startsWith('-') || rest.length > 0) throw usage('npm run export -- DIR');
  const config = readSettings();
  const { database, close } = await openPresent(config);
  try {
    await mkdir(directory, { recursive: true });
    const shop = shopAt(config, database);
    for (const { table, rows } of await listExports(shop, EXPORTED_COLUMNS)) {
      const lines = Readable.fromWeb((await exportTable(shop, EXPORTED_COLUMNS, table)) as never);
      await pipeline(lines, createWriteStream(join(directory, `${table}.csv`), { mode: 0o600 }));
      console.log(`${table}.csv: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
    }
  } finally {
    await close();
  }
}

if (import.meta.main) await runCommand(exportTables);
