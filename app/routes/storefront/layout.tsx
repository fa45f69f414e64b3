import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { dayAndMonth, dayInIndia } from '#app/basics/india.ts';
import { paymentMeans } from '#app/basics/payment-methods.ts';
import { offersGoogle } from '#app/modules/sign-in/google.server.ts';
import { cartCount } from '#app/modules/cart/cart.server.ts';
import { currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { offeredMethods } from '#app/modules/payments/payments.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { holidayOn } from '#app/modules/settings/settings.ts';
import { freeForAllAbove } from '#app/modules/shipping/shipping.ts';
import { wishedIds } from '#app/modules/wishlist/wishlist.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { readCookie, textCookie } from '#app/routes/cookies.server.ts';
import { guestState, visitContext } from '#app/routes/visit.server.ts';
import { CookieBanner } from '#app/ui/layouts/cookie-banner.tsx';
import { DISMISSED_OFFER_COOKIE } from '#app/ui/layouts/offer-strip.tsx';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { PageLoading } from '#app/ui/layouts/page-loading.tsx';
import { FlashWithoutScript, SyncGuestState } from '#app/ui/shop/sync-guest-state.tsx';
import { LiveCounts } from './live-counts.tsx';
import { SHOP_CATEGORIES } from './shop-categories.ts';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { readCookieChoice } from './cookie-choice.server.ts';
import { DeletionNotice } from './deletion-notice.tsx';
import { PrefetchActions } from './prefetch-actions.tsx';
import { SignInAnywhere } from '#app/routes/storefront/sign-in/sign-in-anywhere.tsx';
import type { Route } from './+types/layout.ts';

/** What every page of the storefront shows around itself. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const [dismissed, choice, settings, coupon, items, wished] = await Promise.all([
    readCookie(request, textCookie(DISMISSED_OFFER_COOKIE)),
    readCookieChoice(request),
    getSettings(shop),
    currentOffer(shop),
    cartCount(shop, visit.cart),
    wishedIds(shop, visit.wishlist),
  ]);
  const { shopName, tagline, contact, figures, holidays } = settings;
  const closed = holidayOn(holidays, dayInIndia(shop.now));
  return {
    brand: { shopName, tagline, shopUrl: shop.config.shopUrl },
    contact,
    paysBy: paymentMeans(offeredMethods(shop, settings)),
    foundedIn: figures.foundedIn,
    freeAbove: freeForAllAbove(settings),
    offer:
      coupon && coupon.code !== dismissed ? { code: coupon.code, percentage: coupon.discountPercentage } : undefined,
    notice: closed && `${closed.reason}: the studio is closed until ${dayAndMonth(closed.to)}. Orders wait safely.`,
    offersGoogle: offersGoogle(shop),
    asksCookies: choice === undefined,
    cartCount: items,
    wished,
    flash: visit.takeFlash(),
    guest: guestState(shop, visit),
    visitor:
      'userId' in shop.actor
        ? {
            name: shop.actor.name || shop.actor.email,
            isAdmin: shop.actor.kind === 'admin',
            deletionDueAt: shop.actor.deletionDueAt,
          }
        : undefined,
  };
}

const STAYS_AS_IT_IS = new Set([href('/custom-order'), href('/faq')]);

/** Where a step or a search changes the address only, nothing is asked for, so that it goes on without a connection. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = !formMethod && currentUrl.pathname === nextUrl.pathname;
  return isSamePage && STAYS_AS_IT_IS.has(nextUrl.pathname) ? false : defaultShouldRevalidate;
}

export default function Storefront({ loaderData }: Route.ComponentProps) {
  const { brand, contact, offer, visitor, cartCount, wished, flash, guest, foundedIn, freeAbove, asksCookies, notice } =
    loaderData;
  const { pathname, search } = useLocation();
  return (
    <StorefrontShell
      shopName={brand.shopName}
      tagline={`Hand-painted cloth, oils and craft from a two-artisan studio in the hills of Uttarakhand, since ${foundedIn}.`}
      paysBy={loaderData.paysBy}
      freeShipping={freeAbove === null ? undefined : `Free shipping above ${formatRupees(freeAbove)}`}
      offer={offer}
      notice={notice}
      visitor={visitor}
      cartCount={cartCount}
      wishlistCount={wished.length}
      categories={SHOP_CATEGORIES}
      banner={asksCookies && pathname !== href('/cookies') ? <CookieBanner returnTo={pathname + search} /> : undefined}
    >
      <StructuredData
        value={{
          '@graph': [
            {
              '@type': 'Organization',
              '@id': `${brand.shopUrl}/#organization`,
              name: brand.shopName,
              url: `${brand.shopUrl}/`,
              logo: `${brand.shopUrl}/icon-512.png`,
              email: contact.email,
              telephone: contact.phone,
              address: contact.address,
            },
            {
              '@type': 'WebSite',
              '@id': `${brand.shopUrl}/#website`,
              name: brand.shopName,
              url: `${brand.shopUrl}/`,
              publisher: { '@id': `${brand.shopUrl}/#organization` },
              potentialAction: {
                '@type': 'SearchAction',
                target: {
                  '@type': 'EntryPoint',
                  urlTemplate: `${brand.shopUrl}${href('/gallery')}?q={search_term_string}`,
                },
                'query-input': 'required name=search_term_string',
              },
            },
          ],
        }}
      />
      {visitor?.deletionDueAt ? <DeletionNotice dueAt={visitor.deletionDueAt} /> : null}
      <FlashWithoutScript flash={flash} />
      <PageLoading>
        <Outlet />
      </PageLoading>
      <SignInAnywhere isSignedIn={visitor !== undefined} />
      {visitor ? <LiveCounts /> : null}
      <PrefetchActions />
      <SyncGuestState cartCount={cartCount} wishlistCount={wished.length} flash={flash} guest={guest} />
    </StorefrontShell>
  );
}
