import { href } from 'react-router';
import { listForSitemap } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { listCollections } from '#app/modules/catalogue/collections/collections.server.ts';
import { SITEMAP_PATHS } from '#app/route-facts.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Route } from './+types/sitemap.ts';

/** A part's URL includes the number of parts, so that its content never changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  if ((await findClosing(shop))?.reason === 'not-open') return urlSet([]);
  if (params.part === undefined) {
    const { parts, artworks } = await listForSitemap(shop);
    return parts === 1
      ? urlSet([...(await pagesOf(shop)), ...artworksOf(shop, artworks)])
      : sitemapIndex(shop, [
          'pages',
          ...Array.from({ length: parts }, (_, part) => `artworks-${part + 1}-of-${parts}`),
        ]);
  }
  if (params.part === 'pages.xml') return urlSet(await pagesOf(shop));
  const [, part, of] = /^artworks-([1-9]\d{0,4})-of-([1-9]\d{0,4})\.xml$/.exec(params.part) ?? [];
  try {
    const { artworks } = await listForSitemap(shop, { part: Number(part) - 1, parts: Number(of) });
    return urlSet(artworksOf(shop, artworks));
  } catch (error) {
    throw error instanceof RangeError ? notFound() : error;
  }
}

async function pagesOf(shop: Shop): Promise<string[]> {
  const collections = await listCollections(shop);
  const pages = SITEMAP_PATHS.filter((path) => path !== href('/collections') || collections.length > 0);
  return [...pages, ...collections.map(({ slug }) => href('/collections/:slug', { slug }))].map(
    (path) => `<url><loc>${shop.config.shopUrl}${path}</loc></url>`,
  );
}

const artworksOf = (shop: Shop, artworks: { slug: string; updatedAt: Date }[]) =>
  artworks.map(
    ({ slug, updatedAt }) =>
      `<url><loc>${shop.config.shopUrl}${href('/artwork/:id', { id: slug })}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );

const urlSet = (entries: string[]) => xml('urlset', entries);

const sitemapIndex = (shop: Shop, parts: string[]) =>
  xml(
    'sitemapindex',
    parts.map(
      (part) =>
        `<sitemap><loc>${shop.config.shopUrl}${href('/sitemaps/:part', { part: `${part}.xml` })}</loc></sitemap>`,
    ),
  );

const xml = (root: 'urlset' | 'sitemapindex', entries: string[]) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  );
