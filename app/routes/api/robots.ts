import { shopContext } from '#app/platform/request-context.server.ts';
import type { Route } from './+types/robots.ts';

/** What crawlers may look at: the shop window, not what belongs to a person. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopUrl } = context.get(shopContext).config;
  const kept = ['/checkout', '/login', '/profile', '/wishlist', '/api/'];
  const text = [
    'User-agent: *',
    ...kept.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${shopUrl}/sitemap.xml`,
    '',
  ].join('\n');
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
