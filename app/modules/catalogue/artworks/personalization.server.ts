import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { Artwork } from './artwork.ts';
import { isMadeToOrder, shownMedium } from './medium.ts';
import type { SavePersonalizationRefusal } from './save-messages.ts';
import { readArtworks } from './internal/read-artworks.server.ts';
import { MAX_PERSONALIZATION_FIELDS, type PersonalizationField } from './personalization.ts';
import { artworks } from './tables.server.ts';

/**
 * Makes these what a piece asks of its buyer, in this order. A field keeps its id only with its label, kind and unit, so that no answer in a
 * cart is taken for that of another question. Admins only. Refused when the piece is gone, was changed or sold since `version` (the answer
 * carries it as it is now), and of fabric, whose buyer says everything in the request. Throws RangeError for more than eight.
 */
export async function savePersonalization(
  shop: Shop,
  { artworkId, version, fields }: { artworkId: string; version: number; fields: readonly PersonalizationField[] },
): Promise<Result<Artwork, SavePersonalizationRefusal>> {
  adminOnly(shop);
  if (fields.length > MAX_PERSONALIZATION_FIELDS) throw new RangeError(`too many fields: ${fields.length}`);
  if (!isUuid(artworkId)) return refused('not-found');
  return inTransaction(shop, async (shop): Promise<Result<Artwork, SavePersonalizationRefusal>> => {
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId)).for('update');
    if (!artwork) return refused('not-found');
    const read = async () => (await readArtworks(shop, eq(artworks.id, artworkId), 1))[0]!;
    if (isStale(version, artwork.version)) return refused('changed-meanwhile', await read());
    if (fields.length > 0 && isMadeToOrder({ medium: shownMedium(artwork) })) return refused('made-to-order');
    const before = artwork.personalizationFields;
    const after = fields.map((field) => {
      const same = before.find((each) => each.id === field.id && isSameQuestion(each, field));
      return { ...field, id: same?.id ?? randomUUID().slice(0, 8) };
    });
    await shop.database
      .update(artworks)
      .set({ personalizationFields: after, version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(eq(artworks.id, artworkId));
    await audit(shop, {
      action: 'artwork.personalization',
      table: 'artworks',
      id: artworkId,
      before: { personalizationFields: before },
      after: { personalizationFields: after },
    });
    return done(await read());
  });
}

const isSameQuestion = (one: PersonalizationField, other: PersonalizationField): boolean =>
  one.label === other.label && unitOf(one) === unitOf(other);
const unitOf = (field: PersonalizationField) => (field.kind === 'measurement' ? field.unit : undefined);
