import { lazy, Suspense } from 'react';
import { Link, Outlet, type ShouldRevalidateFunctionArgs, useLocation, href } from 'react-router';
import { DISMISSED_OFFER_COOKIE } from '#app/basics/guest-cookies.ts';
import { formatRupees } from '#app/basics/money.ts';
import { dayAndMonth, dayInIndia } from '#app/basics/india.ts';
import { paymentMeans } from '#app/basics/payment-methods.ts';
import { offersGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { closingNotice } from '#app/modules/store/closing/messages.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { readWithFallback } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { listCollections } from '#app/modules/catalogue/collections/collections.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { holidayOn, shownContact } from '#app/modules/store/settings/settings.ts';
import { freeForAllAbove } from '#app/modules/store/shipping/shipping.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import { readCookie } from '#app/routes/cookies.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CookieBanner } from '#app/ui/layouts/cookie-banner.tsx';
import { useVisitorState } from '#app/ui/shop/use-visitor-state.ts';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { PrefetchActions } from '#app/ui/kit/prefetch-actions.tsx';
import { PageLoading } from '#app/ui/layouts/page-loading.tsx';
import { OfflineNotice } from '#app/ui/shop/offline-notice.tsx';
import { FlashWithoutScript, SyncGuestState } from '#app/ui/shop/sync-guest-state.tsx';
import { COLLECTIONS, SHOP_CATEGORIES } from './shop-categories.ts';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { readCookieChoice } from './cookie-choice.server.ts';
import { DeletionNotice } from './deletion-notice.tsx';
import { getVisitorState } from './visitor-state.server.ts';
import { StaysFresh } from './stays-fresh.tsx';
import { VisitorStateData } from './visitor-state-data.tsx';
import { SignInAnywhere } from '#app/routes/storefront/sign-in/sign-in-anywhere.tsx';
import { brandOf } from '#app/routes/brand.server.ts';
import type { Route } from './+types/layout.ts';

/** What every page of the storefront shows around itself. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const { isForEveryGuest } = context.get(requestContext);
  const [dismissed, choice, settings, coupon, state, closing, collections] = await Promise.all([
    readCookie(shop, request, DISMISSED_OFFER_COOKIE),
    readCookieChoice(shop, request),
    getSettings(shop),
    currentOffer(shop),
    getVisitorState(shop, visit),
    findClosing(shop),
    // Without the catalogue the pages stand all the same.
    readWithFallback(
      shop,
      () => listCollections(shop),
      () => [],
    ),
  ]);
  const { figures, holidays } = settings;
  const holiday = holidayOn(holidays, dayInIndia(shop.now));
  return {
    brand: { ...brandOf(shop, settings), isUnopened: closing?.reason === 'not-open' },
    contact: shownContact(shop.config.mode, settings),
    paysBy: paymentMeans(offeredMethods(shop, settings)),
    foundedIn: figures.foundedIn,
    freeAbove: freeForAllAbove(settings),
    offer:
      coupon && coupon.code !== dismissed ? { code: coupon.code, percentage: coupon.discountPercentage } : undefined,
    notice: closing
      ? closingNotice(closing)
      : holiday && `${holiday.reason}: the studio is closed until ${dayAndMonth(holiday.to)}. Orders wait safely.`,
    previews: closing?.reason === 'not-open',
    offersGoogle: offersGoogle(shop),
    asksCookies: choice === undefined,
    hasCollections: collections.length > 0,
    ...state,
    isForEveryGuest,
  };
}

/** Not in every guest's first view. */
const LiveCounts = lazy(() => import('./live-counts.tsx'));

const PREVIEW = (
  <>
    A preview: until you open the shop, others read here that you open soon, and only an owner can buy.{' '}
    <Link className="font-semibold underline" to={href('/admin/opening')}>
      Back to Opening day
    </Link>
  </>
);

/** The addresses of the buttons; one stands for all lines of a cart. */
const BUTTONS = /^\/(?:cart\/lines\/|cart\/\w*|wishlist\/entries)/;

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
  const { brand, contact, foundedIn, freeAbove, notice, isForEveryGuest, hasCollections } = loaderData;
  const shown = useVisitorState(loaderData);
  const { visitor, cartCount, wished, flash, guest } = shown;
  const offer = loaderData.offer?.code === shown.dismissedOffer ? undefined : loaderData.offer;
  const asksCookies = loaderData.asksCookies && !shown.cookieChoice;
  const { pathname, search } = useLocation();
  return (
    <StorefrontShell
      shopName={brand.shopName}
      tagline={`Hand-painted cloth, oils and craft from a two-artisan studio in the hills of Uttarakhand${foundedIn === null ? '' : `, since ${foundedIn}`}.`}
      paysBy={loaderData.paysBy}
      freeShipping={freeAbove === null ? undefined : `Free shipping above ${formatRupees(freeAbove)}`}
      offer={offer}
      notice={loaderData.previews && visitor?.isAdmin ? PREVIEW : notice}
      visitor={visitor}
      cartCount={cartCount}
      wishlistCount={wished.length}
      isFromCookies={shown.isFromCookies}
      categories={hasCollections ? [...SHOP_CATEGORIES, COLLECTIONS] : SHOP_CATEGORIES}
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
              email: contact.email ?? undefined,
              telephone: contact.phone ?? undefined,
              address: contact.address ?? undefined,
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
      {visitor?.deletionDay ? <DeletionNotice day={visitor.deletionDay} /> : null}
      <OfflineNotice />
      <StaysFresh isCached={isForEveryGuest} />
      <FlashWithoutScript flash={flash} />
      <PageLoading>
        <Outlet />
      </PageLoading>
      <SignInAnywhere isSignedIn={visitor !== undefined} />
      {visitor ? (
        <Suspense>
          <LiveCounts />
        </Suspense>
      ) : null}
      <PrefetchActions to={BUTTONS} />
      {isForEveryGuest ? <VisitorStateData /> : null}
      {shown.isFilledIn ? (
        <SyncGuestState cartCount={cartCount} wishlistCount={wished.length} flash={flash} guest={guest} />
      ) : null}
    </StorefrontShell>
  );
}
