import { randomUUID } from 'node:crypto';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

const readBrowserKey = async (shop: Shop, request: Request): Promise<string | undefined> =>
  uuidSchema.safeParse(await readCookie(shop, request, 'inspiration_key')).data;

const uploadKeyOf = (browserKey: string, formKey: string) => uuidFrom(`custom order ${browserKey} ${formKey}`);

/**
 * Returns the key of this form's uploads, which a cookie proves. Returns undefined before the first upload. Throws
 * not-found for an invalid key.
 */
export async function readUploadKey(shop: Shop, request: Request, formKey: string): Promise<string | undefined> {
  const { data: form } = uuidSchema.safeParse(formKey);
  if (!form) throw notFound();
  const browserKey = await readBrowserKey(shop, request);
  return browserKey && uploadKeyOf(browserKey, form);
}

export async function keepUploadKey(
  shop: Shop,
  request: Request,
  formKey: unknown,
): Promise<{ uploadKey: string; cookie: string }> {
  const browserKey = (await readBrowserKey(shop, request)) ?? randomUUID();
  const form = uuidSchema.safeParse(formKey).data ?? randomUUID();
  return { uploadKey: uploadKeyOf(browserKey, form), cookie: await keepCookie(shop, 'inspiration_key', browserKey) };
}

export const deleteUploadKey = (shop: Shop): Promise<string> => keepCookie(shop, 'inspiration_key', '');
