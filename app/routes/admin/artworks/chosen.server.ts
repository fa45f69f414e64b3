import { summariesOf } from '#app/modules/catalogue/catalogue.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

const MAX_ARTWORKS = 200;

/** The pieces that a question is about, named in its address by `id`; throws not-found when none of them is there. */
export async function chosenArtworks(shop: Shop, { searchParams }: URL): Promise<{ id: string; title: string }[]> {
  adminOnly(shop);
  const found = await summariesOf(shop, searchParams.getAll('id').slice(0, MAX_ARTWORKS));
  if (found.size === 0) throw notFound();
  return [...found.values()].map(({ id, title }) => ({ id, title }));
}
