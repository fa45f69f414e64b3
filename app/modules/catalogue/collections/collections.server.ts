import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { type ArtworkSelection, summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import { audit, findAudited } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import {
  type CollectionPage,
  type CollectionSummary,
  type EditedCollection,
  MAX_COLLECTIONS,
  MAX_IN_COLLECTION,
  type SaveCollectionRefusal,
} from './collection.ts';
import type { CollectionInput } from './forms.ts';
import { COLLECTION_NOT_FOUND } from './messages.ts';
import { collectionArtworks, collections } from './tables.server.ts';

type CollectionRow = typeof collections.$inferSelect;

export const listCollections = (shop: Shop): Promise<CollectionSummary[]> =>
  readCached(shop, 'collections', () => readCollections(shop));

async function readCollections(shop: Shop): Promise<CollectionSummary[]> {
  const rows = await shop.database
    .select()
    .from(collections)
    .where(eq(collections.published, true))
    .orderBy(asc(collections.position), asc(collections.id));
  return (await summarise(shop, rows)).filter((collection) => collection.count > 0);
}

async function summarise(shop: Shop, rows: readonly CollectionRow[]): Promise<CollectionSummary[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await shop.database
    .select({
      id: collectionArtworks.collectionId,
      count: count(),
      first: sql<string>`(array_agg(${artworks.images}[${artworks.mainImageIndex} + 1] order by ${collectionArtworks.position}, ${artworks.id}))[1]`,
    })
    .from(collectionArtworks)
    .innerJoin(artworks, eq(artworks.id, collectionArtworks.artworkId))
    .where(and(inArray(collectionArtworks.collectionId, ids), isPublished))
    .groupBy(collectionArtworks.collectionId);
  const inEach = new Map(found.map((each) => [each.id, each]));
  const pictures = await picturesByUrl(
    shop,
    [...rows.map(({ image }) => image), ...found.map(({ first }) => first)].filter(Boolean),
  );
  return rows.map(({ id, slug, title, description, image }) => ({
    id,
    slug,
    title,
    description,
    picture: pictures.get(image) ?? pictures.get(inEach.get(id)?.first ?? '') ?? { ...PLACEHOLDER, alt: title },
    count: inEach.get(id)?.count ?? 0,
  }));
}

/** Returns a collection and its first `limit` pieces. Throws not-found. Only admins get unpublished collections. */
export async function getCollection(shop: Shop, slug: string, limit: number): Promise<CollectionPage> {
  const [row] = await shop.database.select().from(collections).where(eq(collections.slug, slug));
  if (!row || (!row.published && shop.actor.kind !== 'admin')) throw notFound(COLLECTION_NOT_FOUND);
  const [[summary], listed] = await Promise.all([
    summarise(shop, [row]),
    shop.database
      .select({ id: collectionArtworks.artworkId })
      .from(collectionArtworks)
      .innerJoin(artworks, eq(artworks.id, collectionArtworks.artworkId))
      .where(and(eq(collectionArtworks.collectionId, row.id), isPublished))
      .orderBy(asc(collectionArtworks.position), asc(collectionArtworks.artworkId))
      .limit(limit),
  ]);
  const ids = listed.map(({ id }) => id);
  const summaries = await summariesOf(shop, ids);
  return { ...summary!, artworks: ids.flatMap((id) => summaries.get(id) ?? []) };
}

export async function listCollectionsForAdmin(shop: Shop): Promise<(CollectionSummary & { published: boolean })[]> {
  adminOnly(shop);
  const rows = await shop.database.select().from(collections).orderBy(asc(collections.position), asc(collections.id));
  return (await summarise(shop, rows)).map((summary, at) => ({ ...summary, published: rows[at]!.published }));
}

export async function getCollectionForAdmin(shop: Shop, id: string): Promise<EditedCollection> {
  adminOnly(shop);
  const [row] = isUuid(id) ? await shop.database.select().from(collections).where(eq(collections.id, id)) : [];
  if (!row) throw notFound(COLLECTION_NOT_FOUND);
  const ids = await artworkIdsOf(shop, row.id);
  const summaries = await summariesOf(shop, ids);
  const { createdAt: _createdAt, updatedAt: _updatedAt, position: _position, ...shown } = row;
  return { ...shown, artworks: ids.flatMap((each) => summaries.get(each) ?? []) };
}

async function artworkIdsOf(shop: Shop, collectionId: string): Promise<string[]> {
  const rows = await shop.database
    .select({ id: collectionArtworks.artworkId })
    .from(collectionArtworks)
    .where(eq(collectionArtworks.collectionId, collectionId))
    .orderBy(asc(collectionArtworks.position), asc(collectionArtworks.artworkId));
  return rows.map(({ id }) => id);
}

/** Saves or adds a collection once per form, with exactly these pieces. Skips deleted pieces. Returns its id. */
export async function saveCollection(
  shop: Shop,
  { id, version, isNew = false, artworks: artworkIds, ...fields }: CollectionInput & { isNew?: boolean },
): Promise<Result<string, SaveCollectionRefusal>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<string, SaveCollectionRefusal>> => {
    if (isNew)
      await shop.database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${id}`}, 0))`);
    const before = id === undefined ? undefined : await lockCollection(shop, id);
    if (id !== undefined && !before && !isNew) return refused('not-found');
    const inOrder = before ? await artworkIdsOf(shop, before.id) : [];
    const now = { ...fields, artworks: artworkIds };
    if (before && isNew && isDeepStrictEqual({ ...pickFields(before), artworks: inOrder }, now)) return done(before.id);
    const seen = isNew ? (version ?? 1) : version;
    if (before && isStale(seen, before.version)) return refused('stale');
    if (!before && (await shop.database.$count(collections)) >= MAX_COLLECTIONS) return refused('too-many-collections');
    const collectionId = before
      ? await updateCollection(shop, before, fields)
      : await insertCollection(shop, { ...(id && { id }), ...fields });
    if (JSON.stringify(inOrder) !== JSON.stringify(artworkIds)) await setArtworks(shop, collectionId, artworkIds);
    await audit(shop, {
      action: 'collection.save',
      table: 'collections',
      id: collectionId,
      ...(before && { before: { ...pickFields(before), artworks: inOrder } }),
      after: now,
    });
    return done(collectionId);
  });
}

const pickFields = ({ title, description, image, published }: CollectionRow) => ({
  title,
  description,
  image,
  published,
});

async function lockCollection(shop: Shop, id: string): Promise<CollectionRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await shop.database.select().from(collections).where(eq(collections.id, id)).for('update');
  return row;
}

type Fields = Pick<CollectionRow, 'title' | 'description' | 'image' | 'published'>;

async function updateCollection(shop: Shop, { id }: CollectionRow, fields: Fields): Promise<string> {
  await shop.database
    .update(collections)
    .set({ ...fields, version: sql`${collections.version} + 1`, updatedAt: shop.now })
    .where(eq(collections.id, id));
  return id;
}

async function insertCollection(shop: Shop, fields: Fields & { id?: string }): Promise<string> {
  const [last] = await shop.database.select({ position: max(collections.position) }).from(collections);
  const [row] = await shop.database
    .insert(collections)
    .values({ ...fields, position: (last?.position ?? 0) + 1, createdAt: shop.now, updatedAt: shop.now })
    .returning({ id: collections.id });
  return row!.id;
}

async function setArtworks(shop: Shop, collectionId: string, artworkIds: readonly string[]): Promise<void> {
  await shop.database.delete(collectionArtworks).where(eq(collectionArtworks.collectionId, collectionId));
  if (artworkIds.length === 0) return;
  const lockedArtworks = shop.database
    .select({ id: artworks.id })
    .from(artworks)
    .where(inArray(artworks.id, [...artworkIds]))
    .for('key share');
  const there = new Set((await lockedArtworks).map(({ id }) => id));
  const rows = artworkIds
    .filter((id) => there.has(id))
    .map((artworkId, position) => ({ collectionId, artworkId, position }));
  if (rows.length > 0) await shop.database.insert(collectionArtworks).values(rows);
}

/** Deletes a collection, but not its pieces. Returns whether it existed. */
export async function deleteCollection(shop: Shop, id: string): Promise<boolean> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const row = await lockCollection(shop, id);
    if (!row) return false;
    const before = { ...pickFields(row), artworks: await artworkIdsOf(shop, id) };
    await shop.database.delete(collections).where(eq(collections.id, id));
    await audit(shop, { action: 'collection.delete', table: 'collections', id, before });
    return true;
  });
}

export async function moveCollection(shop: Shop, id: string, by: -1 | 1): Promise<void> {
  adminOnly(shop);
  await inTransaction(shop, async (shop) => {
    const rows = await shop.database
      .select({ id: collections.id })
      .from(collections)
      .orderBy(asc(collections.position), asc(collections.id))
      .for('update');
    const ids = rows.map((row) => row.id);
    const from = ids.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= ids.length) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    await shop.database
      .update(collections)
      .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${collections.id})` })
      .where(inArray(collections.id, ids));
  });
}

/** Adds pieces up to the collection's limit, or removes them. Returns how many pieces changed. */
export async function changeCollection(
  shop: Shop,
  collectionId: string,
  { step, artworks: selection }: { step: 'add' | 'remove'; artworks: ArtworkSelection },
): Promise<number> {
  adminOnly(shop);
  const selectedIds = [...(await summariesOf(shop, selection)).keys()];
  return rewrite(shop, collectionId, `collection.${step}`, (inOrder) =>
    step === 'remove'
      ? inOrder.filter((id) => !selectedIds.includes(id))
      : [...inOrder, ...selectedIds.filter((id) => !inOrder.includes(id))].slice(0, MAX_IN_COLLECTION),
  );
}

/** Undoes this admin's change. Skips pieces that changed again since then. */
export async function undoCollectionChange(shop: Shop, step: 'add' | 'remove', at: Date): Promise<number> {
  adminOnly(shop);
  const [entry] = await findAudited(shop, { action: `collection.${step}`, at });
  if (!entry) return 0;
  const before = (entry.before?.['artworks'] ?? []) as string[];
  const after = (entry.after?.['artworks'] ?? []) as string[];
  return rewrite(shop, entry.subjectId, 'collection.undo', (inOrder) => {
    const added = after.filter((id) => !before.includes(id));
    const left = inOrder.filter((id) => !added.includes(id));
    const removed = before.filter((id) => !after.includes(id) && !left.includes(id));
    return [
      ...before.filter((id) => left.includes(id) || removed.includes(id)),
      ...left.filter((id) => !before.includes(id)),
    ];
  });
}

async function rewrite(
  shop: Shop,
  collectionId: string,
  action: string,
  change: (inOrder: string[]) => string[],
): Promise<number> {
  return inTransaction(shop, async (shop) => {
    const row = await lockCollection(shop, collectionId);
    if (!row) throw notFound(COLLECTION_NOT_FOUND);
    const before = await artworkIdsOf(shop, row.id);
    const after = change(before);
    const changed = Math.abs(after.length - before.length);
    if (changed === 0) return 0;
    await setArtworks(shop, row.id, after);
    await updateCollection(shop, row, pickFields(row));
    await audit(shop, {
      action,
      table: 'collections',
      id: row.id,
      before: { artworks: before },
      after: { artworks: after },
    });
    return changed;
  });
}
