import { artworkAddresses } from '#app/modules/catalogue/catalogue.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/sitemap.ts';

const PAGES = [
  '/',
  '/gallery',
  '/gallery/fabric',
  '/gallery/oil',
  '/gallery/handcraft',
  '/gallery/skin-care',
  '/about',
  '/services',
  '/custom-order',
  '/contact',
  '/faq',
  '/track-order',
  '/shipping',
  '/returns',
  '/size-guide',
  '/care-instructions',
  '/cookies',
  '/privacy',
  '/terms',
];

/** Every public address of the shop, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { shopUrl } = shop.config;
  const artworks = await artworkAddresses(shop);
  const entries = [
    ...PAGES.map((path) => `<url><loc>${shopUrl}${path}</loc></url>`),
    ...artworks.map(
      ({ id, updatedAt }) =>
        `<url><loc>${shopUrl}/artwork/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(text, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
