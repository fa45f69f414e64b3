// `npm run import -- FILE|DIR [--dry-run]`: takes a table of artworks into the shop; pictures that lie beside it come along.
// The embedded database serves one process at a time, so there the shop must be stopped first.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { importRefusal, type ImportPlan } from '#app/modules/catalogue/artwork-import.ts';
import { applyImport, planImport } from '#app/modules/catalogue/catalogue.server.ts';
import { command, openFor, readSettings, shopAt, SetupError, usage } from './shop-data.ts';

/** The table that is meant, and the pictures in its folder by their name. */
async function findFiles(path: string) {
  const there = await stat(path).catch(() => undefined);
  if (!there) throw new SetupError(`There is no ${path}`);
  const file = there.isDirectory() ? join(path, 'artworks.csv') : path;
  if (!existsSync(file)) throw new SetupError(`There is no ${file}`);
  const entries = await readdir(dirname(file), { recursive: true, withFileTypes: true });
  const pictures = entries.filter((entry) => entry.isFile() && /\.(jpe?g|png|webp|gif|avif)$/i.test(entry.name));
  const attachments = new Map(pictures.map(({ parentPath, name }) => [name, () => readFile(join(parentPath, name))]));
  return { text: await readFile(file, 'utf8'), attachments };
}

async function importArtworks(path: string, dryRun: boolean): Promise<ImportPlan> {
  const { text, attachments } = await findFiles(resolve(path));
  const config = readSettings();
  const { database, close } = await openFor(config);
  try {
    const shop = shopAt(config, database, { storage: await openStorage(config) });
    const result = dryRun ? await planImport(shop, text, attachments) : await applyImport(shop, text, { attachments });
    if (!result.ok) throw new SetupError(importRefusal(result));
    return result.value;
  } finally {
    await close();
  }
}

function report({ rows, counts }: ImportPlan, dryRun: boolean): void {
  for (const row of rows) {
    if (row.outcome === 'unchanged') continue;
    console.log(`line ${row.line}: ${row.outcome}, ${row.title}`);
    for (const reason of row.reasons) console.log(`  ${reason}`);
    for (const { column, before, after } of row.changes) console.log(`  ${column}: ${before} → ${after}`);
  }
  const all = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  console.log(`${all.join(', ')}${dryRun ? '; nothing was written' : ''}`);
}

const args = process.argv.slice(2);
const dryRun = args.includes('--dry-run');
const [path, ...rest] = args.filter((arg) => arg !== '--dry-run');
if (!path || rest.length > 0) usage('npm run import -- FILE|DIR [--dry-run]');
await command(async () => report(await importArtworks(path, dryRun), dryRun));
