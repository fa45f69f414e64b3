import { formatMinutes } from '#app/basics/duration.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { tooManyRequests } from './retry-after.ts';

/** Keeps pages behind a link out of caches, search engines and referrers. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

export const secretAddressHeaders = () => PRIVATE_HEADERS;

export const tokenOf = (url: URL): string => url.searchParams.get('token') ?? '';

export const tooManyLinks = ({ data }: TooMany): string =>
  `Too many invalid links. Try again in ${formatMinutes(data.retryAfterSeconds)}.`;

export const tooManyLinksAnswer = (refusal: TooMany): Response =>
  new Response(tooManyLinks(refusal), { ...tooManyRequests(refusal), statusText: 'Too Many Requests' });
