import { Outlet } from 'react-router';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { visitContext, visitorThings } from '#app/routes/visit.server.ts';
import { DISMISSED_OFFER_COOKIE } from '#app/ui/layouts/offer-strip.tsx';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { KeepInStep } from '#app/ui/shop/keep-in-step.tsx';
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
  const { actor } = shop;
  const [{ shopName, tagline }, things] = await Promise.all([getSettings(shop), visitorThings(shop, context.get(visitContext))]);
  const isDismissed = things.offer && request.headers.get('cookie')?.split(/; */).includes(`${DISMISSED_OFFER_COOKIE}=${encodeURIComponent(things.offer.code)}`);
  return {
    ...things,
    shopName,
    tagline,
    offer: isDismissed ? undefined : things.offer,
    visitor: 'userId' in actor ? { name: actor.name, isAdmin: actor.kind === 'admin' } : undefined,
  };
}

export default function StorefrontLayout({ loaderData: { told, kept, ...shell } }: Route.ComponentProps) {
  return (
    <StorefrontShell {...shell} categories={CATEGORIES}>
      <Outlet />
      <SignInAnywhere isSignedIn={shell.visitor !== undefined} />
      <KeepInStep cartCount={shell.cartCount} wishlistCount={shell.wishlistCount} told={told} kept={kept} />
    </StorefrontShell>
  );
}
