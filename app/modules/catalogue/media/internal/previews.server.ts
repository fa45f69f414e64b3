import { asc, isNull, sql } from 'drizzle-orm';
import { fileOf } from '#app/modules/catalogue/media/picture.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { log } from '#app/platform/log.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { loadPipeline } from './load-pipeline.server.ts';

const MAX_AT_ONCE = 100;

/**
 * Makes the previews of pictures that were stored before there were any, some at a time; one whose file is gone or damaged gets
 * an empty one. Answers how many were looked at. Only for the shop itself.
 */
export async function makeMissingPreviews(shop: Shop): Promise<number> {
  shopOnly(shop);
  const { id, filename, widths } = mediaGallery;
  const waiting = await shop.database
    .select({ id, filename, widths })
    .from(mediaGallery)
    .where(isNull(mediaGallery.preview))
    .orderBy(asc(id))
    .limit(MAX_AT_ONCE);
  if (waiting.length === 0) return 0;
  const previews: string[] = [];
  for (const picture of waiting) previews.push(await previewOf(shop, picture));
  await shop.database.execute(sql`
    update ${mediaGallery} set preview = made.preview
    from unnest(${sql.param(waiting.map((picture) => picture.id))}::uuid[], ${sql.param(previews)}::text[]) as made (id, preview)
    where ${mediaGallery}.id = made.id`);
  return waiting.length;
}

async function previewOf(
  { suppliers: { storage } }: Shop,
  { filename, widths }: { filename: string; widths: number[] },
): Promise<string> {
  const [narrowest] = widths;
  const name = narrowest === undefined ? filename : fileOf({ url: filename }, narrowest, 'webp');
  const file = await storage.open(name);
  if (!file) return '';
  const { makePreview } = await loadPipeline();
  try {
    return await makePreview(new Uint8Array(await new Response(file.stream).arrayBuffer()));
  } catch (error) {
    log.warn({ err: error, file: name }, 'a picture got no preview: its file is damaged');
    return '';
  }
}
