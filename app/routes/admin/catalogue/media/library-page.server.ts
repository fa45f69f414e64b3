import { usesOfPictures } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { listPictures } from '#app/modules/catalogue/media/find-pictures.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function libraryPage(shop: Shop, { searchParams }: URL) {
  const page = await listPictures(shop, {
    search: searchParams.get('q') ?? undefined,
    cursor: searchParams.get('cursor') ?? undefined,
  });
  const uses = await usesOfPictures(
    shop,
    page.pictures.map((picture) => picture.url),
  );
  const used = new Set(uses.map(({ url }) => url));
  return { ...page, pictures: page.pictures.map((picture) => ({ ...picture, inUse: used.has(picture.url) })) };
}
