import { href, type MetaDescriptor } from 'react-router';
import { SHOP_SHARE_IMAGE } from '#app/modules/catalogue/media/picture.ts';

export type Brand = { shopName: string; tagline: string; shopUrl: string; isUnopened?: boolean; colour?: string };

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** `path` is canonical, without sorting or filters. `image` is 1200×630. */
export function pageMeta(
  matches: Matches,
  page: {
    title?: string;
    description: string;
    path: string;
    image?: string;
    type?: 'website' | 'product';
    hidden?: boolean;
  },
): MetaDescriptor[] {
  const brand = matches
    .map((match) => (match?.loaderData as { brand?: Brand } | undefined)?.brand)
    .find((known) => known !== undefined);
  const { shopName, tagline, shopUrl, isUnopened, colour }: Brand = brand ?? {
    shopName: 'Bisvar',
    tagline: 'Handcrafted Indian Art',
    shopUrl: '',
    isUnopened: false,
  };
  const title = page.title ? `${page.title} | ${shopName}` : `${shopName} - ${tagline}`;
  const address = `${shopUrl}${page.path}`;
  const image = new URL(page.image ?? SHOP_SHARE_IMAGE, shopUrl || 'http://localhost').href;
  return [
    { title },
    { name: 'description', content: page.description },
    { name: 'robots', content: page.hidden || isUnopened ? 'noindex' : 'index, follow' },
    ...(page.hidden ? [] : [{ tagName: 'link', rel: 'canonical', href: address }]),
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { property: 'og:site_name', content: shopName },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: page.description },
    { name: 'twitter:image', content: image },
    ...(colour ? brandLook(colour) : []),
  ];
}

/** The security policy allows no inline styles, so a brand colour has its own style sheet. */
const brandLook = (colour: string): MetaDescriptor[] => [
  { name: 'theme-color', content: colour },
  { tagName: 'link', rel: 'stylesheet', href: href('/brand/:colour', { colour: `${colour.slice(1)}.css` }) },
];
