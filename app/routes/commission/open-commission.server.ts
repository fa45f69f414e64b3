import { href } from 'react-router';
import type { RequestAccess } from '#app/modules/conversations/access.ts';
import { openByLink, openForStudio, openOwn } from '#app/modules/conversations/conversations.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What an address of a commission names: the link's token, or the request. */
export type CommissionParams = { token: string } | { id: string };

/** The commission behind an address, for whom that address is; for everybody else it isn't there. */
export function openCommission(shop: Shop, params: CommissionParams, { pathname }: URL): Promise<RequestAccess> {
  if ('token' in params) return openByLink(shop, params.token);
  return pathname.startsWith(href('/admin')) ? openForStudio(shop, params.id) : openOwn(shop, params.id);
}

/** What is shown by a link is for nobody else's eyes: no cache keeps it, no search engine, and no other site learns of it. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;
