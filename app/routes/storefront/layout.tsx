import { Outlet } from 'react-router';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { wishedIds } from '#app/modules/wishlist/wishlist.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { readCookie } from '#app/routes/cookies.server.ts';
import { visitContext, visitorThings } from '#app/routes/visit.server.ts';
import { DISMISSED_OFFER_COOKIE } from '#app/ui/layouts/offer-strip.tsx';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { KeepInStep } from '#app/ui/shop/keep-in-step.tsx';
import { SHOP_CATEGORIES } from '#app/ui/shop/shop-categories.ts';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { SignInAnywhere } from './sign-in-anywhere.tsx';
import type { Route } from './+types/layout.ts';

/** What the frame around every storefront page shows: name, offer, who is looking and what they have gathered. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const [settings, things, wished] = await Promise.all([getSettings(shop), visitorThings(shop, visit), wishedIds(shop, visit.wishlist)]);
  const { shopName, tagline, contact, figures } = settings;
  const { actor } = shop;
  return {
    ...things,
    offer: things.offer?.code === readCookie(request, DISMISSED_OFFER_COOKIE) ? undefined : things.offer,
    brand: { shopName, tagline, shopUrl: shop.config.shopUrl },
    contact,
    foundedIn: figures.foundedIn,
    wished,
    visitor: 'userId' in actor ? { name: actor.name || actor.email, isAdmin: actor.kind === 'admin' } : undefined,
  };
}

export default function Storefront({ loaderData }: Route.ComponentProps) {
  const { brand, contact, visitor, foundedIn, offer, cartCount, wishlistCount, told, kept } = loaderData;
  const organization = `${brand.shopUrl}/#organization`;
  return (
    <StorefrontShell
      {...{ offer, visitor, cartCount, wishlistCount }}
      shopName={brand.shopName}
      tagline={`Hand-painted cloth, oils and craft from a two-artisan studio in the hills of Uttarakhand, since ${foundedIn}.`}
      categories={SHOP_CATEGORIES}
    >
      <StructuredData
        value={{
          '@graph': [
            { '@type': 'Organization', '@id': organization, name: brand.shopName, url: `${brand.shopUrl}/`, logo: `${brand.shopUrl}/icon-512.png`, email: contact.email, telephone: contact.phone, address: contact.address },
            {
              '@type': 'WebSite', name: brand.shopName, url: `${brand.shopUrl}/`, publisher: { '@id': organization },
              potentialAction: { '@type': 'SearchAction', target: { '@type': 'EntryPoint', urlTemplate: `${brand.shopUrl}/gallery?q={search_term_string}` }, 'query-input': 'required name=search_term_string' },
            },
          ],
        }}
      />
      <KeepInStep {...{ cartCount, wishlistCount, told, kept }} />
      <Outlet />
      {visitor ? null : <SignInAnywhere />}
    </StorefrontShell>
  );
}
