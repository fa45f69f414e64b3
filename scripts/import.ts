// `npm run import -- FILE|DIR [--dry-run] [--map FILE] [--pictures-from HOST]`: takes a table of artworks into the shop, or the products
// of another one; pictures that lie beside it come along. The embedded database serves one process at a time, so there the shop must be
// stopped first.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { hostNameOf, openRemotePictures } from '#app/adapters/remote-pictures/remote-pictures.server.ts';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { importRefusal, type ImportPlan } from '#app/modules/catalogue/artwork-import.ts';
import { applyImport, type ImportOptions, planImport } from '#app/modules/catalogue/catalogue.server.ts';
import { type ProductMapping, productMappingSchema } from '#app/modules/catalogue/product-mapping.ts';
import { command, openFor, readSettings, shopAt, SetupError, usage } from './shop-data.ts';

const USAGE = 'npm run import -- FILE|DIR [--dry-run] [--map FILE] [--pictures-from HOST]';

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

async function importArtworks(path: string, dryRun: boolean, options: ImportOptions): Promise<ImportPlan> {
  const { text, attachments } = await findFiles(resolve(path));
  const config = readSettings();
  const { database, close } = await openFor(config);
  try {
    const shop = shopAt(config, database, { storage: await openStorage(config) });
    const result = await (dryRun ? planImport : applyImport)(shop, text, { ...options, attachments });
    if (!result.ok) throw new SetupError(importRefusal(result));
    return result.value;
  } finally {
    await close();
  }
}

async function readMapping(path: string): Promise<ProductMapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SetupError(`There is no ${path}`);
  });
  try {
    return productMappingSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new SetupError(`${path}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`);
  }
}

function openPicturesFrom(host: string) {
  if (hostNameOf(host) === undefined)
    throw new SetupError('--pictures-from takes the name of one host, like cdn.shopify.com');
  return openRemotePictures({ host });
}

function report({ rows, counts, unmapped, notes, toFetch }: ImportPlan, dryRun: boolean): void {
  for (const row of rows) {
    if (row.outcome === 'unchanged') continue;
    console.log(`line ${row.line}: ${row.outcome}, ${row.title}`);
    for (const reason of row.reasons) console.log(`  ${reason}`);
    for (const { column, before, after } of row.changes) console.log(`  ${column}: ${before} → ${after}`);
  }
  if (unmapped.length > 0) console.log(`not mapped: ${unmapped.map((name) => `“${name}”`).join(', ')}; see --map`);
  for (const note of notes) console.log(note);
  const all = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  const pictures = dryRun && toFetch > 0 ? `; ${toFetch} pictures would be fetched` : '';
  console.log(`${all.join(', ')}${pictures}${dryRun ? '; nothing was written' : ''}`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, map: { type: 'string' }, 'pictures-from': { type: 'string' } },
    });
    return positionals.length === 1 ? { ...values, path: positionals[0]! } : usage(USAGE);
  } catch {
    return usage(USAGE); // An option that there isn't.
  }
}

const { path, map, 'dry-run': dryRun = false, 'pictures-from': host } = readArguments();
await command(async () => {
  const options: ImportOptions = {
    ...(map === undefined ? {} : { mapping: await readMapping(map) }),
    ...(host === undefined ? {} : { remotePictures: openPicturesFrom(host) }),
  };
  report(await importArtworks(path, dryRun, options), dryRun);
});
