import { href } from 'react-router';
import type { RequestAccess } from '#app/modules/requests/requests/request.ts';
import { openByLink, openForStudio, openOwn } from '#app/modules/requests/requests/access.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { PRIVATE_HEADERS, tooManyLinksAnswer } from '#app/routes/secret-address.ts';
import type { PrivatePicture } from '#app/modules/catalogue/media/media.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';

export type RequestParams = { token: string } | { id: string };

export async function openRequest(shop: Shop, params: RequestParams, { pathname }: URL): Promise<RequestAccess> {
  if ('token' in params) return openLinked(shop, params.token);
  return pathname.startsWith(href('/admin')) ? openForStudio(shop, params.id) : openOwn(shop, params.id);
}

/** Throws not-found for a wrong link. After too many wrong links, throws a 429 with the time to wait. */
export async function openLinked(shop: Shop, token: string): Promise<RequestAccess> {
  const opened = await openByLink(shop, token);
  if (opened.ok) return opened.value;
  throw tooManyLinksAnswer(opened);
}

/** The picture is private, so shared caches must not store it. */
export function pictureAnswer(picture: PrivatePicture): Response {
  const answer = privateAnswer(picture);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) answer.headers.set(name, value);
  return answer;
}
