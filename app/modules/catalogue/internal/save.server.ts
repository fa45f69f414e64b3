import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Artwork } from '#app/modules/catalogue/artwork.ts';
import { type Medium, shownMedium, storedAs } from '#app/modules/catalogue/artwork.ts';
import { ARTWORK_FIELD_NAMES, type ArtworkField } from '#app/modules/catalogue/artwork-fields.ts';
import type { ArtworkInput } from '#app/modules/catalogue/forms.ts';
import type { SaveArtworkRefusal } from '#app/modules/catalogue/messages.ts';
import { missingSkinCareFacts, type SkinCareFact } from '#app/modules/catalogue/skin-care.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { lockPictures } from '#app/modules/media/media.server.ts';
import { recordCorrections } from '#app/modules/stock-history/stock-history.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { readArtworks } from './read-artworks.server.ts';

/**
 * Changes the piece with this id, or adds one when the id is missing or no UUID. Admins only. Refused when
 * there is no such piece, when it was changed or sold since `version` (the answer carries it as it is now), when an
 * image isn't in the media library, or when a live shop must not sell it so.
 */
export async function saveArtwork(shop: Shop, input: ArtworkInput): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  const { id, version } = input;
  if (id === undefined || !isUuid(id)) return addArtwork(shop, input);
  const missing = missingToSell(shop, input);
  if (missing.length > 0) return refused('skin-care-facts', { missing });
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, input);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    const [before] = await shop.database.select().from(artworks).where(eq(artworks.id, id)).for('update');
    if (!before) return refused('not-found');
    if (version !== undefined && before.version !== version)
      return refused('changed-meanwhile', await justSaved(shop, before.id));
    await writeArtwork(shop, { action: 'artwork.save', id: before.id, input, before });
    return done(await justSaved(shop, before.id));
  });
}

/**
 * Adds a piece, under the id given: for the sample and for imports, which keep theirs; a screen calls `saveArtwork`.
 * Admins and the shop itself only. Refused when an image isn't in the media library, or a live shop must not sell it so; throws when the id is taken.
 */
export async function addArtwork(
  shop: Shop,
  input: ArtworkInput,
  id: string = randomUUID(),
): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  const missing = missingToSell(shop, input);
  if (missing.length > 0) return refused('skin-care-facts', { missing });
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, input);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    await writeArtwork(shop, { action: 'artwork.add', id, input });
    return done(await justSaved(shop, id));
  });
}

/** What the law wants to know of a piece before it is sold for real; a demo sells nothing, and nobody a draft. */
export const missingToSell = (
  { config }: Pick<Shop, 'config'>,
  artwork: Pick<ArtworkInput, SkinCareFact | 'category' | 'status'> & { medium: Medium },
): SkinCareFact[] =>
  config.mode === 'live' && artwork.status === 'published'
    ? missingSkinCareFacts({ ...artwork, medium: shownMedium(storedAs(artwork)) })
    : [];

/** Writes a piece over the row that was `before`, or as a new one, and notes it. */
export async function writeArtwork(
  shop: Shop,
  { action, id, input, before, createdAt = shop.now }: ArtworkWrite & { action: string; id: string },
): Promise<void> {
  const typed = columnsOf(input);
  // Those of the variants stand.
  const after = before?.hasVariants ? { ...typed, price: before.price, stockCount: before.stockCount } : typed;
  if (before)
    await shop.database
      .update(artworks)
      .set({ ...after, version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(eq(artworks.id, id));
  else await shop.database.insert(artworks).values({ ...after, id, createdAt, updatedAt: shop.now });
  await recordCorrections(shop, [
    { artworkId: id, change: after.stockCount - (before?.stockCount ?? 0), reason: before ? '' : 'First count' },
  ]);
  await audit(shop, { action, table: 'artworks', id, before: before && savedColumns(before), after });
}
export type ArtworkWrite = { input: ArtworkInput; before?: ArtworkRow; createdAt?: Date };
export type ArtworkRow = typeof artworks.$inferSelect;

type NewRow = typeof artworks.$inferInsert;
/** The columns of the fields: neither a field without a column nor a column without a field compiles. */
type Columns = { [Name in ArtworkField]: NonNullable<NewRow[Name]> | Extract<NewRow[Name], null> };
/** Variants and what it asks of its buyer have screens of their own. */
type OtherColumns = 'id' | 'slug' | 'hasVariants' | 'personalizationFields' | 'version' | 'createdAt' | 'updatedAt';
type EveryColumn = Required<Omit<NewRow, OtherColumns>>;

/** What a parsed form says of an artwork, as columns of its row. */
export function columnsOf({ id: _id, version: _version, ...fields }: ArtworkInput): Columns {
  const columns: Columns & EveryColumn = { ...fields, ...storedAs(fields) };
  return columns;
}

/** The same columns of a row that is there, the size in the order of the form (a jsonb column keeps its own). */
export function savedColumns(row: ArtworkRow): Columns {
  const { width, height, unit } = row.dimensions;
  const columns = Object.fromEntries(ARTWORK_FIELD_NAMES.map((name) => [name, row[name]])) as Columns;
  return { ...columns, dimensions: { width, height, unit } };
}

/** Locks the pictures so that none is deleted before the piece that shows them is there. */
async function imageNotStored(shop: Shop, input: ArtworkInput): Promise<string | undefined> {
  const stored = await lockPictures(shop, input.images);
  return input.images.find((url) => !stored.has(url));
}

async function justSaved(shop: Shop, id: string): Promise<Artwork> {
  const [artwork] = await readArtworks(shop, eq(artworks.id, id), 1);
  return artwork!;
}
