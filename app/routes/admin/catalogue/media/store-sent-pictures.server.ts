import { storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function storeSentPictures(shop: Shop, form: FormData): Promise<{ urls: string[]; failed: string[] }> {
  const urls: string[] = [];
  const failed: string[] = [];
  for (const file of form.getAll('picture')) {
    if (!(file instanceof File) || file.size === 0) continue;
    const stored = await storePicture(shop, { bytes: await file.bytes(), originalFilename: file.name });
    if (stored.ok) urls.push(stored.value.url);
    else failed.push(`${file.name}: ${storeRefusal(stored)}`);
  }
  return { urls, failed };
}
