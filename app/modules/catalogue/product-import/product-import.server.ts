import {
  type AttachedPicture,
  fileNameOf,
  matchAttached,
  withoutQuery,
} from '#app/modules/catalogue/media/attached-picture.ts';
import { createHash } from 'node:crypto';
import { asc, inArray } from 'drizzle-orm';
import { type Result, done, refused } from '#app/basics/result.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { IMPORT_OUTCOMES, type ImportPlan, type ImportRefusal, NET_PRICES, OWN_PRICES } from './artwork-import.ts';
import type { ProductMapping } from './product-mapping.ts';
import { netPriceRates, type NetPriceRates } from '#app/modules/catalogue/artworks/typed-price.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { lockPictures, storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { picturesByUrl, picturesFrom, picturesNamed } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import type { RemotePictures } from '#app/modules/catalogue/media/provider.ts';
import { type Shop, adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { readImportFile } from './internal/import-file.server.ts';
import { type FileRow, groupBy, type ProductFile } from './internal/product-rows.server.ts';
import { saveImported } from '#app/modules/catalogue/artworks/save.server.ts';
import { type PlannedRow, type PicturePlace, type Pictures, planRow } from './internal/plan-row.server.ts';

export { importedArtworkId } from './internal/import-file.server.ts';

export type ImportOptions = {
  attachments?: readonly AttachedPicture[];
  /** Only the command line sets this (T20). */
  remotePictures?: RemotePictures;
  mapping?: ProductMapping;
};
const NO_MAPPING: ProductMapping = new Map();

/**
 * Plans an import without changing anything. Fields without a column stay unchanged. Pictures must be stored, attached
 * or fetched by `remotePictures` (T20).
 */
export async function planImport(
  shop: Shop,
  text: string,
  { mapping = NO_MAPPING, ...sources }: ImportOptions = {},
): Promise<Result<ImportPlan, ImportRefusal>> {
  adminOnly(shop);
  const read = await readImportFile(text, mapping);
  if (!read.ok) return read;
  const pictures = await findPictures(shop, read.value.rows, sources);
  const prices = await readPrices(shop, read.value);
  const planned = await planRows(shop, read.value.rows, { pictures, rates: prices.rates });
  return done(planOf(read.value, planned, { pictures, notes: prices.notes }));
}

/**
 * Imports valid rows in one transaction. Repeating is safe. Refuses when the result would differ from the plan with
 * this `key`.
 */
export async function applyImport(
  shop: Shop,
  text: string,
  { key, mapping = NO_MAPPING, ...sources }: ImportOptions & { key?: string } = {},
): Promise<Result<ImportPlan, ImportRefusal>> {
  adminOnly(shop);
  const read = await readImportFile(text, mapping);
  if (!read.ok) return read;
  const { rows } = read.value;
  const pictures = await takePictures(shop, rows, await findPictures(shop, rows, sources), sources);
  return inTransaction(shop, async (shop) => {
    const { rates, notes } = await readPrices(shop, read.value);
    const planned = await planRows(shop, rows, { pictures, rates, lock: true });
    const plan = planOf(read.value, planned, { pictures, notes });
    if (isStale(key, plan.key)) return refused('stale', plan);
    await saveImported(
      shop,
      planned.flatMap(({ write }) => write ?? []),
    );
    return done(plan);
  });
}

/** Prices in other shops' files include or exclude GST, as in this owner's own forms. */
async function readPrices(
  shop: Shop,
  { rows, isOwn }: ProductFile,
): Promise<{ rates?: NetPriceRates; notes: string[] }> {
  const rates = netPriceRates(await getSettings(shop));
  const hasPrices = rows.some(({ said, variants = [] }) => said.price !== undefined || variants.length > 0);
  if (!rates || !hasPrices) return { notes: [] };
  return isOwn ? { notes: [OWN_PRICES] } : { rates, notes: [NET_PRICES] };
}

const OURS = /\/media\/[\w-]+\.webp$/;

async function findPictures(
  shop: Shop,
  rows: readonly FileRow[],
  { attachments = [], remotePictures }: ImportOptions,
): Promise<Pictures> {
  const named = [...new Set(rows.flatMap(({ said }) => said.images ?? []))];
  const [own, fetched, uploaded] = await Promise.all([
    picturesByUrl(
      shop,
      named.flatMap((address) => OURS.exec(address)?.[0] ?? []),
    ),
    picturesFrom(shop, named),
    picturesNamed(shop, named.map(fileNameOf)),
  ]);
  const folders = new Map<string, Set<string>>();
  for (const address of named.filter((each) => each.includes('/'))) {
    const name = fileNameOf(address);
    folders.set(name, (folders.get(name) ?? new Set()).add(withoutQuery(address)));
  }
  const attached = matchAttached(named, attachments);
  const placeOf = (address: string): PicturePlace => {
    const url = OURS.exec(address)?.[0];
    if (url !== undefined && own.has(url)) return { url };
    const from = fetched.get(address);
    if (from !== undefined) return { url: from };
    if (remotePictures?.serves(address)) return { waits: 'remote' };
    const name = fileNameOf(address);
    const uploadedPicture = uploaded.get(name);
    // The same name at another address is a different picture.
    const isKnown = uploadedPicture !== undefined && (uploadedPicture.sourceUrl === null || !address.includes('/'));
    const file = attached.get(address);
    if (!isKnown && !file) return { missing: `${name} is not in Photos. Upload it there first.` };
    if ((folders.get(name)?.size ?? 0) > 1)
      return { missing: `Several pictures in this table are named ${name}. Rename them.` };
    return isKnown ? { url: uploadedPicture.url } : { waits: file! };
  };
  return new Map(named.map((address) => [address, placeOf(address)]));
}

async function takePictures(
  shop: Shop,
  rows: readonly FileRow[],
  pictures: Pictures,
  { remotePictures }: ImportOptions,
): Promise<Pictures> {
  if (![...pictures.values()].some((place) => 'waits' in place)) return pictures;
  const refused = new Set(
    (await planRows(shop, rows, { pictures })).filter(({ outcome }) => outcome === 'refused').map(({ line }) => line),
  );
  const all = new Map(pictures);
  const stored = new Map<string, Promise<PicturePlace>>();
  const take = async (address: string, alt: string): Promise<PicturePlace> => {
    const place = pictures.get(address)!;
    if (!('waits' in place)) return place;
    const name = fileNameOf(address);
    if (place.waits !== 'remote') {
      const bytes = await place.waits.read();
      return placeOfStored(name, await storePicture(shop, { bytes, originalFilename: name, alt }));
    }
    const fetched = await remotePictures!.fetch(address);
    if (!fetched.ok) return { missing: fetched.data.message };
    const { bytes, filename } = fetched.value;
    const file = { bytes, originalFilename: filename, alt, sourceUrl: address };
    return placeOfStored(address, await storePicture(shop, file));
  };
  const wanted = rows
    .filter(({ line }) => !refused.has(line))
    .flatMap(({ said, alts }) => (said.images ?? []).map((address) => ({ address, alt: alts?.[address] ?? '' })));
  const takeNext = async (): Promise<void> => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const { address, alt } = next;
      const place = pictures.get(address)!;
      const key = 'waits' in place && place.waits !== 'remote' ? place.waits.path : address;
      if (!stored.has(key)) stored.set(key, take(address, alt));
      all.set(address, await stored.get(key)!);
    }
  };
  await Promise.all([takeNext(), takeNext()]);
  return all;
}

const placeOfStored = (name: string, stored: Awaited<ReturnType<typeof storePicture>>): PicturePlace =>
  stored.ok ? { url: stored.value.url } : { missing: `${name}: ${storeRefusal(stored)}` };

async function planRows(
  shop: Shop,
  rows: readonly FileRow[],
  { pictures, rates, lock = false }: { pictures: Pictures; rates?: NetPriceRates; lock?: boolean },
): Promise<PlannedRow[]> {
  const ids = rows.map(({ id }) => id);
  const query = shop.database.select().from(artworks).where(inArray(artworks.id, ids)).orderBy(asc(artworks.id));
  const there = new Map((await (lock ? query.for('update') : query)).map((row) => [row.id, row]));
  const withVariants = [...there.values()].filter(({ hasVariants }) => hasVariants).map(({ id }) => id);
  const variants =
    withVariants.length === 0
      ? []
      : await shop.database
          .select()
          .from(artworkVariants)
          .where(inArray(artworkVariants.artworkId, withVariants))
          .orderBy(asc(artworkVariants.position), asc(artworkVariants.id));
  const variantsOf = groupBy(variants, ({ artworkId }) => artworkId);
  if (lock)
    await lockPictures(
      shop,
      [...pictures.values()].flatMap((place) => ('url' in place ? place.url : [])),
    );
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const twin = seen.get(row.id);
    seen.set(row.id, twin ?? row.line);
    const before = there.get(row.id);
    return planRow(shop, row, {
      before,
      variantsBefore: variantsOf.get(row.id) ?? [],
      pictures,
      twin,
      isFinal: lock,
      rates,
    });
  });
}

function planOf(
  file: ProductFile,
  planned: readonly PlannedRow[],
  { pictures, notes }: { pictures: Pictures; notes: readonly string[] },
): ImportPlan {
  const rows = planned.map(({ write: _write, ...row }) => row);
  const counts = Object.fromEntries(
    IMPORT_OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  ) as ImportPlan['counts'];
  return {
    rows,
    counts,
    unmapped: [...new Set(file.unmapped)].toSorted(),
    notes: [...file.notes, ...notes],
    toFetch: [...pictures.values()].filter((place) => 'waits' in place && place.waits === 'remote').length,
    key: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
  };
}
