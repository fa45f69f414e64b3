import { openByLink } from '#app/modules/requests/requests/access.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

export const keepOpenedRequest = (shop: Shop, token: string): Promise<string> => keepCookie(shop, 'commission', token);

export async function openedRequest(shop: Shop, request: Request): Promise<string | undefined> {
  const token = await readCookie(shop, request, 'commission');
  if (!token) return undefined;
  const opened = await openByLink(shop, token).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  return opened?.ok ? opened.value.requestId : undefined;
}
