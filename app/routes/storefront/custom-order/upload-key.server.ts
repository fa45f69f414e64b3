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
 * The key under which this browser uploads the pictures of the form with this key, undefined where it uploaded none yet: each form has
 * its own, and the cookie proves whose it is. Throws not-found for what is no key.
 */
export async function readUploadKey(shop: Shop, request: Request, formKey: string): Promise<string | undefined> {
  const { data: form } = uuidSchema.safeParse(formKey);
  if (!form) throw notFound();
  const browserKey = await readBrowserKey(shop, request);
  return browserKey && uploadKeyOf(browserKey, form);
}

/** The same for what is uploaded now, and the Set-Cookie line that proves it afterwards. What is no form's key keeps nothing. */
export async function keepUploadKey(
  shop: Shop,
  request: Request,
  formKey: unknown,
): Promise<{ uploadKey: string; cookie: string }> {
  const browserKey = (await readBrowserKey(shop, request)) ?? randomUUID();
  const form = uuidSchema.safeParse(formKey).data ?? randomUUID();
  return { uploadKey: uploadKeyOf(browserKey, form), cookie: await keepCookie(shop, 'inspiration_key', browserKey) };
}

/** The Set-Cookie line by which this browser proves nothing any more. */
export const forgetUploadKey = (shop: Shop): Promise<string> => keepCookie(shop, 'inspiration_key', '');
