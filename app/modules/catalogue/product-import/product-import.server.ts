import { mediaUrl } from '#app/modules/catalogue/media/picture.ts';
import {
  type AttachedPicture,
  fileNameOf,
  matchAttached,
  withoutQuery,
} from '#app/modules/catalogue/media/attached-picture.ts';
import { createHash } from 'node:crypto';
import { asc, inArray } from 'drizzle-orm';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { IMPORT_OUTCOMES, type ImportPlan, type ImportRefusal, type ImportRow } from './artwork-import.ts';
import {
  ARTWORK_FIELD_NAMES,
  ARTWORK_FIELDS,
  type ArtworkField,
  type ArtworkTextField,
  columnOf,
  priceWrong,
  writeField,
} from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import { artworkSchema } from '#app/modules/catalogue/artworks/forms.ts';
import { LAW_ASKS, type VariantsRefusal } from '#app/modules/catalogue/artworks/save-messages.ts';
import type { ProductMapping } from './product-mapping.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { MAX_VARIANTS, variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { repeatedNames, variantSchema } from '#app/modules/catalogue/artworks/variant-forms.ts';
import {
  lockPictures,
  picturesByUrl,
  picturesFrom,
  picturesNamed,
  storePicture,
} from '#app/modules/catalogue/media/media.server.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import type { RemotePictures } from '#app/modules/catalogue/media/provider.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { readImportFile } from './internal/import-file.server.ts';
import { type FileRow, type FileVariant, groupBy, type ProductFile } from './internal/product-rows.server.ts';
import {
  type ArtworkRow,
  type ArtworkWrite,
  columnsOf,
  missingToSell,
  savedColumns,
  saveImported,
} from '#app/modules/catalogue/artworks/save.server.ts';
import { refuseVariants, totalsOf, type VariantRow } from '#app/modules/catalogue/artworks/write-variants.server.ts';

export { importedArtworkId } from './internal/import-file.server.ts';

/** What an import may use beside its table. */
export type ImportOptions = {
  /** Picture files that come with the table; only the command line has them. */
  attachments?: readonly AttachedPicture[];
  /** Where pictures that the library doesn't have may be fetched from; only the command line has it (T20). */
  remotePictures?: RemotePictures;
  /** Where the types and categories of another shop belong. */
  mapping?: ProductMapping;
};
const NO_MAPPING: ProductMapping = new Map();

/** A piece of the file, planned; with what is to be written when it is to be. */
type PlannedRow = ImportRow & { write?: ArtworkWrite };

/**
 * Tells what an import of this table of pieces would do, row by row, and does nothing (running.md). Admins and the shop
 * itself only. What a table doesn't say of a piece that is there stays. Pictures must be in the media library, under their
 * address, the address they were fetched from or the name they were uploaded with, or attached; else, where there is
 * `remotePictures`, the import fetches them (T20).
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
  return done(planOf(read.value, await planRows(shop, read.value.rows, pictures), pictures));
}

/**
 * Imports what can be imported, in one transaction; refused rows are left out. Doing it twice changes nothing twice, and fetches no picture
 * twice. With `key`, the one of the plan that was looked at, it is refused when the shop would do something else by now.
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
    const planned = await planRows(shop, rows, pictures, 'lock');
    const plan = planOf(read.value, planned, pictures);
    if (isStale(key, plan.key)) return refused('changed-meanwhile', plan);
    await saveImported(
      shop,
      planned.flatMap(({ write }) => write ?? []),
    );
    return done(plan);
  });
}

/** Where a picture is that the table names: in the library, still beside the table or at its address, or in none of these. */
type PicturePlace = { url: string } | { waits: AttachedPicture | 'remote' } | { missing: string };
/** Where each picture is that the rows name. */
export type Pictures = ReadonlyMap<string, PicturePlace>;
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
    const known = uploaded.get(name);
    // One that came from another address is another picture, whatever its file is called.
    const isKnown = known !== undefined && (known.sourceUrl === null || !address.includes('/'));
    const file = attached.get(address);
    if (!isKnown && !file) return { missing: `${name} is not in the media library. Upload it there first.` };
    if ((folders.get(name)?.size ?? 0) > 1)
      return { missing: `${name} is the name of several pictures in this table. Give each its own.` };
    return isKnown ? { url: known.url } : { waits: file! };
  };
  return new Map(named.map((address) => [address, placeOf(address)]));
}

/** Takes the pictures that wait into the library, two at a time, but for those of rows that are refused anyway. */
async function takePictures(
  shop: Shop,
  rows: readonly FileRow[],
  pictures: Pictures,
  { remotePictures }: ImportOptions,
): Promise<Pictures> {
  if (![...pictures.values()].some((place) => 'waits' in place)) return pictures;
  const refused = new Set(
    (await planRows(shop, rows, pictures)).filter(({ outcome }) => outcome === 'refused').map(({ line }) => line),
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
      // What lies beside the table is one file, whatever leads to it.
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
  pictures: Pictures,
  lock?: 'lock',
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
      isFinal: lock !== undefined,
    });
  });
}

/** What becomes of a row: `pictures` has the address here of each that it may name. */
export function planRow(
  shop: Shop,
  row: FileRow,
  {
    before,
    variantsBefore,
    pictures,
    twin,
    isFinal,
  }: {
    before: ArtworkRow | undefined;
    variantsBefore: readonly VariantRow[];
    pictures: Pictures;
    twin: number | undefined;
    /** Then nothing waits any more, but for what was refused when pictures were taken. */
    isFinal: boolean;
  },
): PlannedRow {
  const { line, id, said } = row;
  const title = said.title ?? before?.title ?? '';
  const refuse = (reasons: string[]): PlannedRow => ({ line, id, title, outcome: 'refused', changes: [], reasons });
  if (twin !== undefined) return refuse([`Line ${twin} is the same piece`]);
  if (row.reasons && row.reasons.length > 0) return refuse(row.reasons);
  const reasons: string[] = [];
  const images = said.images?.map((address) => {
    const place = pictures.get(address)!;
    if ('missing' in place) reasons.push(`images: ${place.missing}`);
    // What waits gets its address when it is stored; until then any that fits does.
    return 'url' in place ? place.url : mediaUrl('waiting.webp');
  });
  const variants = row.variants && readVariants(row.id, row.variants, variantsBefore);
  if (variants && 'reasons' in variants) reasons.push(...variants.reasons);
  const variantsAfter = variants && 'rows' in variants ? variants.rows : undefined;
  const keeps = variantsAfter === undefined && before?.hasVariants;
  const parsed = artworkSchema.safeParse({
    ...(before ? asInput(before) : {}),
    ...said,
    ...(said.dimensions ? { dimensions: { ...before?.dimensions, ...said.dimensions } } : {}),
    ...(images ? { images } : {}),
    // Those of its variants, which a table without them leaves as they are.
    ...(keeps ? { price: asInput(before).price, stockCount: before.stockCount } : {}),
    ...(variantsAfter && variantsAfter.length > 0 ? typedTotals(variantsAfter) : {}),
    // Of variants that can't be read the price is not what is wrong.
    ...(variants && 'reasons' in variants ? { price: '1', stockCount: '0' } : {}),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const column = String(path[0] ?? 'row');
      reasons.push(`${columnOf(column)}: ${column === 'price' && said.price ? priceWrong(said.price) : message}`);
    }
  else {
    for (const name of missingToSell(shop, parsed.data)) reasons.push(`${columnOf(name)}: ${LAW_ASKS}`);
    const refusal = refuseVariants(parsed.data, variantsAfter ?? (variants ? [] : variantsBefore));
    if (refusal) reasons.push(`variants: ${WHY_NO_VARIANTS[refusal.reason]}`);
  }
  if (isFinal && reasons.length === 0 && said.images?.some((address) => 'waits' in pictures.get(address)!))
    reasons.push('images: The shop changed while pictures were taken. Import again.');
  if (reasons.length > 0 || !parsed.success) return refuse(reasons);
  const after = columnsOf(parsed.data);
  const now = before && savedColumns(before);
  const [variantsNow, variantsThen] = [writeVariants(variantsBefore), writeVariants(variantsAfter ?? variantsBefore)];
  // Of a new piece what it costs and where it will stand is looked at before it is in the shop.
  const changes = now
    ? [
        ...ARTWORK_FIELD_NAMES.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name])).map(
          (name) => ({ column: columnOf(name), before: show(name, now[name]), after: show(name, after[name]) }),
        ),
        ...(variantsNow === variantsThen ? [] : [{ column: 'variants', before: variantsNow, after: variantsThen }]),
      ]
    : [
        ...LOOKED_AT.map((name) => ({ column: columnOf(name), before: '', after: show(name, after[name]) })),
        { column: 'status', before: '', after: after.status === 'published' ? '' : after.status },
        { column: 'variants', before: '', after: variantsThen },
        { column: 'created_at', before: '', after: row.createdAt ? formatMoment(row.createdAt) : '' },
      ].filter(({ after }) => after !== '');
  const outcome = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'added';
  const write: ArtworkWrite = {
    id,
    input: parsed.data,
    before,
    createdAt: row.createdAt,
    ...(variantsAfter ? { variants: { before: variantsBefore, after: variantsAfter } } : {}),
  };
  return { line, id, title, outcome, changes, reasons, ...(outcome === 'unchanged' ? {} : { write }) };
}

const WHY_NO_VARIANTS: Record<VariantsRefusal['reason'], string> = {
  'skin-care': 'Skin care has none, since the law asks of each size its own label',
  'above-mrp': 'One costs more than the MRP',
};

/**
 * The variants of a piece as the table has them. One that is there keeps its id, by which carts know it, and its stock
 * count where the table says none; it is known by its id or, where the owner made it, by its name.
 */
function readVariants(
  artworkId: string,
  said: readonly FileVariant[],
  before: readonly VariantRow[],
): { rows: VariantRow[] } | { reasons: string[] } {
  if (said.length > MAX_VARIANTS) return { reasons: [`variants: At most ${MAX_VARIANTS}`] };
  const ids = new Set(said.map(({ id }) => id));
  const known = new Map(before.map((variant) => [variant.id, variant]));
  const byName = new Map(before.filter(({ id }) => !ids.has(id)).map((variant) => [variantName(variant), variant]));
  const read = said.map(({ dimensions = {}, stockCount, ...variant }) => {
    const there = known.get(variant.id) ?? byName.get(variantName(variant));
    const { unit = 'cm', ...sides } = dimensions;
    const parsed = variantSchema.safeParse({
      ...variant,
      id: there?.id ?? variant.id,
      stockCount: stockCount ?? String(there?.stockCount ?? 0),
      width: '',
      height: '',
      ...sides,
    });
    return { variant, unit: unit === 'inches' ? ('inches' as const) : ('cm' as const), parsed };
  });
  const reasons = read.flatMap(({ variant, parsed }) =>
    parsed.success
      ? []
      : parsed.error.issues.map(
          ({ path, message }) =>
            `variants: ${variantName(variant) || 'one without a name'}: ${path[0] === 'price' && variant.price ? priceWrong(variant.price) : message}`,
        ),
  );
  for (const at of repeatedNames(said)) reasons.push(`variants: ${variantName(said[at]!)}: Two of this name`);
  if (reasons.length > 0) return { reasons };
  return {
    rows: read.map(({ unit, parsed }, position) => {
      const { width, height, id, ...variant } = parsed.data!;
      return { ...variant, id: id!, artworkId, position, dimensions: { width, height, unit } };
    }),
  };
}

/** As the shape of a piece reads them. */
function typedTotals(variants: readonly VariantRow[]): { price: string; stockCount: string } {
  const { price, stockCount } = totalsOf(variants);
  return { price: writeField('price', price), stockCount: String(stockCount) };
}

/** All that is known of variants, in one line. */
const writeVariants = (variants: readonly VariantRow[]): string =>
  variants
    .map((variant) =>
      [
        variantName(variant),
        formatSize(variant.dimensions),
        formatRupees(variant.price),
        `${variant.stockCount} in stock`,
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');

const LOOKED_AT = ['price', 'medium', 'category', 'stockCount', 'dateCreated'] as const;

/** A piece that is there, as the shape reads it. */
const asInput = (row: ArtworkRow) => ({
  ...savedColumns(row),
  price: writeField('price', row.price),
  mrp: writeField('mrp', row.mrp),
  medium: shownMedium(row),
});

function show(name: ArtworkField, value: ReturnType<typeof columnsOf>[ArtworkField]): string {
  if (name === 'dateCreated' && value) return formatDay(`${value as string}T12:00:00+05:30`);
  if (ARTWORK_FIELDS[name].isText) return writeField(name as ArtworkTextField, value as never);
  if (Array.isArray(value)) return value.join(', ');
  return value && typeof value === 'object' ? `${value.width} × ${value.height} ${value.unit}` : String(value);
}

function planOf({ unmapped, notes }: ProductFile, planned: readonly PlannedRow[], pictures: Pictures): ImportPlan {
  const rows = planned.map(({ write: _write, ...row }) => row);
  const counts = Object.fromEntries(
    IMPORT_OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  ) as ImportPlan['counts'];
  return {
    rows,
    counts,
    unmapped: [...new Set(unmapped)].toSorted(),
    notes,
    toFetch: [...pictures.values()].filter((place) => 'waits' in place && place.waits === 'remote').length,
    key: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
  };
}
