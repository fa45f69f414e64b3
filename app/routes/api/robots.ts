import { href } from 'react-router';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { shopUrl } = context.get(shopContext).config;
  const disallowed = [href('/checkout'), href('/login'), href('/profile'), href('/wishlist'), '/commission/', '/api/'];
  const text = [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${shopUrl}/sitemap.xml`,
    '',
  ].join('\n');
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
