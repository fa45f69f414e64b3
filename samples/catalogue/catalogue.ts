import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleId } from '#app/modules/catalogue/artworks/artwork.ts';
import { addArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { picturesNamed } from '#app/modules/catalogue/media/find-pictures.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { sold } from '#samples/orders/orders.ts';
import { madeAt, SAMPLE_ARTWORKS, SAMPLE_OWN_IDEA, sampleInput } from './sample-artworks.ts';

export type SamplePictures = ReadonlyMap<string, string>;

const MASTERS = 'samples/catalogue/pictures';

export async function storeSamplePictures(shop: Shop): Promise<SamplePictures> {
  const all = [...SAMPLE_ARTWORKS.flatMap(({ pictures }) => pictures), SAMPLE_OWN_IDEA.picture];
  const before = await picturesNamed(
    shop,
    all.map(([name]) => `${name}.webp`),
  );
  const addresses = new Map([...before].map(([filename, { url }]) => [filename.replace(/\.webp$/, ''), url]));
  const missing = all.filter(([name]) => !addresses.has(name));
  await Promise.all(
    missing.map(async ([name, alt], place) => {
      const originalFilename = `${name}.webp`;
      // One second apart, so that the order is always the same.
      const then = { ...shop, now: new Date(shop.now.getTime() - place * 1_000) };
      const stored = await storePicture(then, {
        bytes: await readFile(join(MASTERS, originalFilename)),
        originalFilename,
        alt,
      });
      if (!stored.ok) throw new Error(`the sample picture ${name} was refused: ${stored.reason}`);
      addresses.set(name, stored.value.url);
    }),
  );
  return addresses;
}

/** Adds the pieces with their stock, including what the sample orders take. */
export async function addSampleArtworks(shop: Shop, pictures: SamplePictures): Promise<void> {
  for (const { number, pictures: shown, stockCount, ...artwork } of SAMPLE_ARTWORKS) {
    const input = sampleInput(
      { ...artwork, stockCount: stockCount + sold(number) },
      shown.map(([name]) => pictures.get(name)),
    );
    const added = await addArtwork({ ...shop, now: madeAt(artwork) }, input, sampleId(number));
    if (!added.ok) throw new Error(`the sample piece ${artwork.title} was refused: ${added.reason}`);
  }
  const { number, picture, input } = SAMPLE_OWN_IDEA;
  const added = await addArtwork(
    { ...shop, now: madeAt(SAMPLE_OWN_IDEA) },
    input(pictures.get(picture[0])),
    sampleId(number),
  );
  if (!added.ok) throw new Error(`the sample's own idea was refused: ${added.reason}`);
}
