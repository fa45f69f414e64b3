import { href } from 'react-router';
import { toOneLine } from '#app/basics/one-line.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shownContact, withFoundingYear } from '#app/modules/store/settings/settings.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { SHOP_CATEGORIES } from '#app/routes/storefront/shop-categories.ts';
import type { Route } from './+types/llms.ts';

/** A summary of the shop for language models, in the format of llmstxt.org. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  if ((await findClosing(shop))?.reason === 'not-open') throw notFound();
  const settings = await getSettings(shop);
  const { email, phone, address, hours } = shownContact(shop.config.mode, settings);
  const reached = [email, phone, address, hours.replaceAll('\u2060', '')].filter((each) => each !== null).join('; ');
  const link = (name: string, path: string, about?: string) =>
    `- [${name}](${shop.config.shopUrl}${path})${about ? `: ${toOneLine(about)}` : ''}`;
  const section = (title: string, links: string[]) => [`## ${title}`, '', ...links, ''];
  const text = [
    `# ${toOneLine(settings.shopName)}`,
    '',
    `> ${toOneLine(withFoundingYear(settings.about.lede, settings.figures))}`,
    '',
    ...section('Gallery', [
      link('All artworks', href('/gallery'), settings.tagline),
      ...SHOP_CATEGORIES.map(({ label, path }) => link(label, path)),
    ]),
    ...section(
      'Policies',
      POLICY_IDS.map((id) => link(POLICY_TITLES[id], href(`/${id}`))),
    ),
    ...section('Feeds', [
      link('Artworks with price and stock, for Google', href('/feeds/google.xml'), 'RSS'),
      link('Artworks with price and stock, for Meta', href('/feeds/meta.csv'), 'CSV'),
      link('Sitemap', href('/sitemap.xml')),
    ]),
    ...section('Contact', [link('Contact', href('/contact'), reached)]),
  ].join('\n');
  return new Response(text, {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
