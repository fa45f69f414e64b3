import { Outlet } from 'react-router';
import { cartCount } from '#app/modules/cart/cart.server.ts';
import { parseGuestCart } from '#app/modules/cart/guest-cart.ts';
import { currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { parseGuestWishlist } from '#app/modules/wishlist/guest-wishlist.ts';
import { wishlistCount } from '#app/modules/wishlist/wishlist.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { readCookie } from '#app/routes/cookies.server.ts';
import { DISMISSED_OFFER_COOKIE } from '#app/ui/layouts/offer-strip.tsx';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { SignInAnywhere } from './sign-in-anywhere.tsx';
import type { Route } from './+types/layout.ts';

const CATEGORIES = [
  { path: '/gallery/fabric', label: 'Fabric Painting' },
  { path: '/gallery/oil', label: 'Oil Painting' },
  { path: '/gallery/handcraft', label: 'Handcraft' },
  { path: '/gallery/skin-care', label: 'Skin Care' },
];

/** What the frame around every storefront page shows: name, offer, who is looking and what they have gathered. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, offer, pieces, wishes] = await Promise.all([
    getSettings(shop),
    currentOffer(shop),
    cartCount(shop, parseGuestCart(readCookie(request, 'guest_cart'))),
    wishlistCount(shop, parseGuestWishlist(readCookie(request, 'guest_wishlist'))),
  ]);
  const { actor } = shop;
  return {
    shopName: settings.shopName,
    tagline: settings.tagline,
    offer: offer && offer.code !== readCookie(request, DISMISSED_OFFER_COOKIE) ? { code: offer.code, percentage: offer.discountPercentage } : undefined,
    visitor: 'userId' in actor ? { name: actor.name, isAdmin: actor.kind === 'admin' } : undefined,
    cartCount: pieces,
    wishlistCount: wishes,
  };
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <StorefrontShell {...loaderData} categories={CATEGORIES}>
      <Outlet />
      {loaderData.visitor ? null : <SignInAnywhere />}
    </StorefrontShell>
  );
}
