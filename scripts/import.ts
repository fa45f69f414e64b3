// `npm run import -- FILE|DIR [--dry-run]` imports artworks, another shop's products, or a former backend with all its
// tables.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { hostNameOf, openRemotePictures } from '#app/adapters/remote-pictures/remote-pictures.server.ts';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import {
  decodeTable,
  importRefusal,
  type ImportPlan,
  NOT_UNICODE,
} from '#app/modules/catalogue/product-import/artwork-import.ts';
import {
  applyImport,
  type ImportOptions,
  planImport,
} from '#app/modules/catalogue/product-import/product-import.server.ts';
import { type ProductMapping, productMappingSchema } from '#app/modules/catalogue/product-import/product-mapping.ts';
import type { AttachedPicture } from '#app/modules/catalogue/media/attached-picture.ts';
import { moveIn } from '#app/modules/operations/data-import/data-import.server.ts';
import { listSourceFiles, readSourceFolder } from '#app/modules/operations/data-import/read-source.server.ts';
import { formatReport } from '#app/modules/operations/data-import/report.ts';
import { UnreadableSource } from '#app/modules/operations/data-import/source.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openFor, readSettings, runCommand, shopAt, SetupError, usage } from './shop-data.ts';

const USAGE = 'npm run import -- FILE|DIR [--dry-run] [--map FILE] [--pictures-from HOST] [--invite] [--report FILE]';

const NO_DUMPS =
  'Only CSV files can be imported, not a database dump. Export each table into one folder, then import that folder: ' +
  `psql ADDRESS -c "\\copy auth.users to 'auth.users.csv' csv header"`;

async function findPictures(folder: string): Promise<AttachedPicture[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pictures = entries.filter((entry) => entry.isFile() && /\.(jpe?g|png|webp|gif|avif)$/i.test(entry.name));
  return pictures.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return { path: relative(folder, file), read: () => readFile(file) };
  });
}

async function findFiles(path: string) {
  const file = (await stat(path)).isDirectory() ? join(path, 'artworks.csv') : path;
  if (!existsSync(file)) throw new SetupError(`There is no ${file}`);
  const text = decodeTable(await readFile(file));
  if (text === undefined) throw new SetupError(`${file}: ${NOT_UNICODE}`);
  return { text, attachments: await findPictures(dirname(file)) };
}

async function isWholeBackend(path: string): Promise<boolean> {
  if (!(await stat(path)).isDirectory()) return false;
  return (await listSourceFiles(path)).some(({ table }) => table !== undefined && table !== 'artworks');
}

async function withShop<Value>(work: (shop: Shop) => Promise<Value>): Promise<Value> {
  const config = readSettings();
  const { database, close } = await openFor(config);
  try {
    return await work(shopAt(config, database, { storage: await openStorage(config) }));
  } finally {
    await close();
  }
}

function openPicturesFrom(host: string) {
  if (hostNameOf(host) === undefined)
    throw new SetupError('--pictures-from needs the name of one host, like cdn.shopify.com');
  return openRemotePictures({ host });
}

type MoveOptions = { dryRun: boolean; invite: boolean; host: string | undefined; reportTo: string | undefined };

async function move(path: string, { dryRun, invite, host, reportTo }: MoveOptions): Promise<void> {
  const source = await readSourceFolder(path).catch((error: unknown) => {
    throw error instanceof UnreadableSource ? new SetupError(error.message) : error;
  });
  const remote = host === undefined ? undefined : openPicturesFrom(host);
  await withShop(async (shop) => {
    const attachments = await findPictures(path);
    const moved = await moveIn(shop, source, { dryRun, invite, attachments, ...(remote && { remote }) });
    const report = moved.ok ? moved.value : moved.data;
    for (const line of formatReport(report)) console.log(line);
    if (reportTo !== undefined) await writeFile(reportTo, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    if (!moved.ok) throw new SetupError('The sums or the books don’t match. Only pictures were written.');
  });
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

async function importArtworks(path: string, dryRun: boolean, options: ImportOptions): Promise<ImportPlan> {
  const { text, attachments } = await findFiles(path);
  return withShop(async (shop) => {
    const result = await (dryRun ? planImport : applyImport)(shop, text, { ...options, attachments });
    if (!result.ok) throw new SetupError(importRefusal(result));
    return result.value;
  });
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

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        map: { type: 'string' },
        'pictures-from': { type: 'string' },
        invite: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const [path, ...rest] = positionals;
    if (path !== undefined && rest.length === 0) return { path: resolve(path), values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
  }
  throw usage(USAGE);
}

export async function importShop(args: string[]): Promise<void> {
  const { path, values } = readArguments(args);
  const { 'dry-run': dryRun, map, 'pictures-from': host, invite, report: reportTo } = values;
  if (!existsSync(path)) throw new SetupError(`There is no ${path}`);
  if (/^\.(sql|dump)$/i.test(extname(path))) throw new SetupError(NO_DUMPS);
  if (await isWholeBackend(path)) {
    if (map !== undefined) throw new SetupError('--map works only with products from Shopify or WooCommerce');
    return move(path, { dryRun, invite, host, reportTo });
  }
  if (invite || reportTo !== undefined) throw new SetupError('--invite and --report work only with a folder of tables');
  const options: ImportOptions = {
    ...(map === undefined ? {} : { mapping: await readMapping(map) }),
    ...(host === undefined ? {} : { remotePictures: openPicturesFrom(host) }),
  };
  report(await importArtworks(path, dryRun, options), dryRun);
}

if (import.meta.main) await runCommand(importShop);
