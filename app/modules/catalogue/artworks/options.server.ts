import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { Artwork } from './artwork.ts';
import { readArtworks } from './internal/read-artworks.server.ts';
import { isMadeToOrder, shownMedium } from './medium.ts';
import type { SaveOptionsRefusal, SavePersonalizationRefusal, SaveVariantsRefusal } from './messages.ts';
import { MAX_PERSONALIZATION_FIELDS, type PersonalizationField } from './personalization.ts';
import { artworks, artworkVariants } from './tables.server.ts';
import { netPriceRates, storedPrice, taxedArtwork } from './typed-price.ts';
import type { VariantInput } from './variant-forms.ts';
import { refuseVariants, totalsOf, writeVariants } from './write-variants.server.ts';

type Seen = { artworkId: string; version: number };
type Unsaved = Refused<'not-found', undefined> | Stale<Artwork>;
type Written = {
  set: Partial<typeof artworks.$inferInsert>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

export const saveOptions = (
  shop: Shop,
  {
    artworkId,
    version,
    ...options
  }: Seen & ({ variants: readonly VariantInput[] } | { fields: readonly PersonalizationField[] }),
): Promise<Result<Artwork, SaveOptionsRefusal>> =>
  'fields' in options
    ? savePersonalization(shop, { artworkId, version, fields: options.fields })
    : saveVariants(shop, { artworkId, version, variants: options.variants });

/**
 * Saves the variants of a piece, with prices as the owner types them. Refuses a stale `version`, a price above the MRP, and skin care, whose sizes need
 * separate labels.
 */
export async function saveVariants(
  shop: Shop,
  { artworkId, version, variants }: { artworkId: string; version: number; variants: readonly VariantInput[] },
): Promise<Result<Artwork, SaveVariantsRefusal>> {
  return changeOptions(shop, { artworkId, version, action: 'artwork.variants' }, async (shop, artwork) => {
    const before = await shop.database
      .select()
      .from(artworkVariants)
      .where(eq(artworkVariants.artworkId, artworkId))
      .orderBy(asc(artworkVariants.position));
    const rates = netPriceRates(await getSettings(shop));
    const gst = taxedArtwork(artwork);
    const after = variants.map(({ id, ...variant }, position) => {
      const existing = before.find((each) => each.id === id);
      const price = storedPrice(variant.price, gst, rates, existing && { price: existing.price, gst });
      return { ...variant, price, id: existing?.id ?? randomUUID(), artworkId, position };
    });
    const refusal = refuseVariants(artwork, after);
    if (refusal) return refusal;
    const totals = after.length > 0 ? totalsOf(after) : { stockCount: artwork.stockCount };
    await writeVariants(shop, [
      { artworkId, before, after, stockBefore: artwork.stockCount, stockAfter: totals.stockCount },
    ]);
    return done({
      set: { hasVariants: after.length > 0, ...totals },
      before: { variants: before },
      after: { variants: after },
    });
  });
}

/**
 * Saves a piece's personalization. A changed label, kind or unit gets a new id, so that old answers do not apply.
 * Refuses a stale `version` and fabric.
 */
export async function savePersonalization(
  shop: Shop,
  { artworkId, version, fields }: { artworkId: string; version: number; fields: readonly PersonalizationField[] },
): Promise<Result<Artwork, SavePersonalizationRefusal>> {
  if (fields.length > MAX_PERSONALIZATION_FIELDS) throw new RangeError(`too many fields: ${fields.length}`);
  return changeOptions(shop, { artworkId, version, action: 'artwork.personalization' }, async (_shop, artwork) => {
    if (fields.length > 0 && isMadeToOrder({ medium: shownMedium(artwork) })) return refused('made-to-order');
    const before = artwork.personalizationFields;
    const after = fields.map((field) => {
      const same = before.find((each) => each.id === field.id && isSameQuestion(each, field));
      return { ...field, id: same?.id ?? randomUUID().slice(0, 8) };
    });
    return done({
      set: { personalizationFields: after },
      before: { personalizationFields: before },
      after: { personalizationFields: after },
    });
  });
}

const isSameQuestion = (one: PersonalizationField, other: PersonalizationField): boolean =>
  one.label === other.label && unitOf(one) === unitOf(other);
const unitOf = (field: PersonalizationField) => (field.kind === 'measurement' ? field.unit : undefined);

async function changeOptions<Refusal extends Refused<string, unknown>>(
  shop: Shop,
  { artworkId, version, action }: Seen & { action: string },
  change: (shop: Shop, artwork: typeof artworks.$inferSelect) => Promise<Result<Written, Refusal>>,
): Promise<Result<Artwork, Refusal | Unsaved>> {
  adminOnly(shop);
  if (!isUuid(artworkId)) return refused('not-found');
  return inTransaction(shop, async (shop): Promise<Result<Artwork, Refusal | Unsaved>> => {
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId)).for('update');
    if (!artwork) return refused('not-found');
    const read = async () => (await readArtworks(shop, eq(artworks.id, artworkId), 1))[0]!;
    if (isStale(version, artwork.version)) return refused('stale', await read());
    const changed = await change(shop, artwork);
    if (!changed.ok) return changed;
    const { set, before, after } = changed.value;
    await shop.database
      .update(artworks)
      .set({ ...set, version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(eq(artworks.id, artworkId));
    await audit(shop, { action, table: 'artworks', id: artworkId, before, after });
    return done(await read());
  });
}
