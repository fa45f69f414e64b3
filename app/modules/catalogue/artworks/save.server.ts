import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale } from '#app/basics/stale-form.ts';
import type { Artwork } from './artwork.ts';
import { type Medium, shownMedium, storedAs } from './medium.ts';
import { ARTWORK_FIELD_NAMES, type ArtworkField } from './artwork-fields.ts';
import { type ArtworkInput, isAboveMrp } from './forms.ts';
import type { SaveArtworkRefusal } from './messages.ts';
import { missingSkinCareFacts, type SkinCareFact } from './skin-care.ts';
import { artworks, artworkVariants } from './tables.server.ts';
import { lockPictures } from '#app/modules/catalogue/media/media.server.ts';
import { recordCorrections } from './stock-history.server.ts';
import { auditEach } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readArtworks } from './internal/read-artworks.server.ts';
import { netPriceRates, storedPrice, taxedArtwork } from './typed-price.ts';
import { refuseVariants, totalsOf, type VariantsWrite, writeVariants } from './write-variants.server.ts';

/**
 * Saves or adds an artwork once per form, with the price as the owner types it. Refuses a stale `version`, unknown
 * images, a price above the MRP, and pieces without legal facts.
 */
export async function saveArtwork(
  shop: Shop,
  typed: ArtworkInput,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  const { id, version } = typed;
  if (id === undefined || !isUuid(id)) return addArtwork(shop, await withStoredPrice(shop, typed));
  const missing = missingToSell(shop, typed);
  if (missing.length > 0) return refused('skin-care-facts', { missing });
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, typed);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    if (isNew) await shop.database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`artwork ${id}`}, 0))`);
    const [before] = await shop.database.select().from(artworks).where(eq(artworks.id, id)).for('update');
    if (!before && !isNew) return refused('not-found');
    const input = await withStoredPrice(shop, typed, before);
    if (isAboveMrp(input)) return refused('price-above-mrp');
    if (!before) {
      await writeArtworks(shop, 'artwork.add', [{ id, input }]);
      return done(await justSaved(shop, id));
    }
    if (isNew && isDeepStrictEqual(savedColumns(before), columnsOf(input))) return done(await justSaved(shop, id));
    const seen = isNew ? (version ?? 1) : version;
    if (isStale(seen, before.version)) return refused('stale', await justSaved(shop, before.id));
    const variants = await shop.database.select().from(artworkVariants).where(eq(artworkVariants.artworkId, id));
    const refusal = refuseVariants(input, variants);
    if (refusal) return refusal;
    await writeArtworks(shop, 'artwork.save', [{ id: before.id, input, before }]);
    return done(await justSaved(shop, before.id));
  });
}

export async function addArtwork(
  shop: Shop,
  input: ArtworkInput,
  id: string = randomUUID(),
): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  const missing = missingToSell(shop, input);
  if (missing.length > 0) return refused('skin-care-facts', { missing });
  if (isAboveMrp(input)) return refused('price-above-mrp');
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, input);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    await writeArtworks(shop, 'artwork.add', [{ id, input }]);
    return done(await justSaved(shop, id));
  });
}

async function withStoredPrice(shop: Shop, typed: ArtworkInput, before?: ArtworkRow): Promise<ArtworkInput> {
  if (typed.price === null) return typed;
  const rates = netPriceRates(await getSettings(shop));
  const gst = taxedArtwork({ ...typed, ...storedAs(typed) });
  const price = storedPrice(typed.price, gst, rates, before && { price: before.price, gst: taxedArtwork(before) });
  return { ...typed, price };
}

/** Returns the missing legal facts, or none in a demo or for a draft. */
export const missingToSell = (
  { config }: Pick<Shop, 'config'>,
  artwork: Pick<ArtworkInput, SkinCareFact | 'category' | 'status'> & { medium: Medium },
): SkinCareFact[] =>
  config.mode === 'live' && artwork.status === 'published'
    ? missingSkinCareFacts({ ...artwork, medium: shownMedium(storedAs(artwork)) })
    : [];

export type ArtworkWrite = {
  id: string;
  input: ArtworkInput;
  before?: ArtworkRow;
  createdAt?: Date;
  variants?: Pick<VariantsWrite, 'before' | 'after'>;
};

/** PostgreSQL's limit of parameters per statement allows this many artworks with twenty variants each. */
const AT_ONCE = 100;

export const saveImported = (shop: Shop, writes: readonly ArtworkWrite[], { isAudited = true } = {}): Promise<void> =>
  writeArtworks(shop, isAudited ? 'artwork.import' : undefined, writes);

async function writeArtworks(shop: Shop, action: string | undefined, writes: readonly ArtworkWrite[]): Promise<void> {
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    const some = writes.slice(from, from + AT_ONCE).map((write) => ({ ...write, after: rowOf(write) }));
    const added = some.filter(({ before }) => !before);
    if (added.length > 0)
      await shop.database
        .insert(artworks)
        .values(added.map(({ id, after, createdAt = shop.now }) => ({ ...after, id, createdAt, updatedAt: shop.now })));
    await updateRows(
      shop,
      some.filter(({ before }) => before),
    );
    await writeVariants(
      shop,
      some.flatMap(({ id, before, after, variants }) =>
        variants
          ? [{ ...variants, artworkId: id, stockBefore: before?.stockCount ?? 0, stockAfter: after.stockCount }]
          : [],
      ),
    );
    await recordCorrections(
      shop,
      some.flatMap(({ id, before, after, variants }) =>
        variants && (variants.before.length > 0 || variants.after.length > 0)
          ? []
          : [
              {
                artworkId: id,
                change: after.stockCount - (before?.stockCount ?? 0),
                reason: before ? '' : 'First count',
              },
            ],
      ),
    );
    if (action !== undefined)
      await auditEach(
        shop,
        some.map(({ id, before, after: { hasVariants: _hasVariants, ...after }, variants }) => ({
          action,
          table: 'artworks',
          id,
          before: before && { ...savedColumns(before), ...(variants && { variants: variants.before }) },
          after: { ...after, ...(variants && { variants: variants.after }) },
        })),
      );
  }
}

function rowOf({ input, before, variants }: ArtworkWrite): Columns & { hasVariants: boolean } {
  const typed = columnsOf(input);
  if (variants)
    return variants.after.length > 0
      ? { ...typed, ...totalsOf(variants.after), hasVariants: true }
      : { ...typed, hasVariants: false };
  return before?.hasVariants
    ? { ...typed, price: before.price, stockCount: before.stockCount, hasVariants: true }
    : { ...typed, hasVariants: false };
}

async function updateRows(shop: Shop, changed: readonly { id: string; after: ReturnType<typeof rowOf> }[]) {
  if (changed.length === 0) return;
  const columns = getTableColumns(artworks);
  const names = [...ARTWORK_FIELD_NAMES, 'hasVariants'] as const;
  const rows = changed.map(({ id, after }) => ({
    id,
    ...Object.fromEntries(names.map((name) => [columns[name].name, after[name]])),
  }));
  await shop.database
    .update(artworks)
    .set({
      ...Object.fromEntries(names.map((name) => [name, sql.raw(`changed.${columns[name].name}`)])),
      version: sql`${artworks.version} + 1`,
      updatedAt: shop.now,
    })
    .from(sql`jsonb_populate_recordset(null::${artworks}, ${JSON.stringify(rows)}::jsonb) as changed`)
    .where(eq(artworks.id, sql`changed.id`));
}

export type ArtworkRow = typeof artworks.$inferSelect;

type NewRow = typeof artworks.$inferInsert;
/** A field without a column is a type error, and so is a column without a field. */
type Columns = { [Name in ArtworkField]: NonNullable<NewRow[Name]> | Extract<NewRow[Name], null> };
type OtherColumns = 'id' | 'slug' | 'hasVariants' | 'personalizationFields' | 'version' | 'createdAt' | 'updatedAt';
type EveryColumn = Required<Omit<NewRow, OtherColumns>>;

export function columnsOf({ id: _id, version: _version, ...fields }: ArtworkInput): Columns {
  const columns: Columns & EveryColumn = { ...fields, ...storedAs(fields) };
  return columns;
}

/** Restores the order of the size's keys, because jsonb changes it. */
export function savedColumns(row: ArtworkRow): Columns {
  const { width, height, unit } = row.dimensions;
  const columns = Object.fromEntries(ARTWORK_FIELD_NAMES.map((name) => [name, row[name]])) as Columns;
  return { ...columns, dimensions: { width, height, unit } };
}

/** Locks the pictures against deletion until the artwork is saved. */
async function imageNotStored(shop: Shop, input: ArtworkInput): Promise<string | undefined> {
  const stored = await lockPictures(shop, input.images);
  return input.images.find((url) => !stored.has(url));
}

async function justSaved(shop: Shop, id: string): Promise<Artwork> {
  const [artwork] = await readArtworks(shop, eq(artworks.id, id), 1);
  return artwork!;
}
