import { Suspense } from 'react';
import { Link, Outlet, type ShouldRevalidateFunctionArgs, useLocation, href } from 'react-router';
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
import { holidayOn, shownContact, withFoundingYear } from '#app/modules/store/settings/settings.ts';
import { freeForAllAbove } from '#app/modules/store/shipping/shipping.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { asksForData } from '#app/basics/data-address.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CookieBanner } from '#app/ui/layouts/cookie-banner.tsx';
import { useFetchedVisitorState, VisitorStateContext } from '#app/ui/shop/use-visitor-state.ts';
import { StorefrontShell } from '#app/ui/layouts/storefront-shell.tsx';
import { PageLoading } from '#app/ui/layouts/page-loading.tsx';
import { OfflineNotice } from '#app/ui/shop/offline-notice.tsx';
import { Flash } from '#app/ui/shop/flash.tsx';
import { SyncGuestState } from '#app/ui/shop/sync-guest-state.tsx';
import { COLLECTIONS, SHOP_CATEGORIES } from './shop-categories.ts';
import { StructuredData } from '#app/ui/shop/structured-data.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { getVisitorState } from './visitor-state.server.ts';
import { StaysFresh } from './stays-fresh.tsx';
import { SignInAnywhere } from '#app/routes/storefront/sign-in/sign-in-anywhere.tsx';
import { toBrand } from '#app/routes/brand.server.ts';
import { lazyScript } from '#app/ui/kit/lazy-script.ts';
import type { Route } from './+types/layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  // A document requested without cookies contains nothing about the visitor, so that it can be cached. A script then
  // fetches the visitor's data.
  const isPersonal = request.headers.has('Cookie') && !asksForData(request);
  const [settings, coupon, visitorState, closing, collections] = await Promise.all([
    getSettings(shop),
    currentOffer(shop),
    isPersonal ? getVisitorState(shop, visit, request) : undefined,
    findClosing(shop),
    // Pages still render when the catalogue cannot be read.
    readWithFallback(
      shop,
      () => listCollections(shop),
      () => [],
    ),
  ]);
  const { figures, footer, holidays } = settings;
  const holiday = holidayOn(holidays, dayInIndia(shop.now));
  return {
    brand: { ...toBrand(shop, settings), isUnopened: closing?.reason === 'not-open' },
    contact: shownContact(shop.config.mode, settings),
    paysBy: paymentMeans(offeredMethods(shop, settings)),
    footer: { text: withFoundingYear(footer.text, figures), delivery: footer.delivery },
    freeAbove: freeForAllAbove(settings),
    offer: coupon && { code: coupon.code, percentage: coupon.discountPercentage },
    notice: closing
      ? closingNotice(closing)
      : holiday &&
        `${holiday.reason}: the studio is closed until ${dayAndMonth(holiday.to)}. We’ll ship your order when we’re back.`,
    previews: closing?.reason === 'not-open',
    offersGoogle: offersGoogle(shop),
    hasCollections: collections.length > 0,
    visitorState,
  };
}

const LiveCounts = lazyScript(() => import('./live-counts.tsx'));

const PREVIEW = (
  <>
    Preview. Until you open the shop, visitors see “We open soon” and only owners can buy.{' '}
    <Link className="font-semibold underline" to={href('/admin/opening')}>
      Back to Opening day
    </Link>
  </>
);

const STAYS_AS_IT_IS = new Set([href('/custom-order'), href('/faq')]);

/** Fetches nothing when only the query changes, so that the page works offline. */
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
  const { brand, contact, footer, freeAbove, notice, hasCollections } = loaderData;
  const state = useFetchedVisitorState(loaderData.visitorState);
  const visitor = state?.visitor;
  const offer = loaderData.offer?.code === state?.dismissedOffer ? undefined : loaderData.offer;
  const { pathname, search } = useLocation();
  const asksCookies = !state?.cookieChoice && pathname !== href('/cookies');
  return (
    <VisitorStateContext value={state}>
      <StorefrontShell
        shopName={brand.shopName}
        footer={footer}
        paysBy={loaderData.paysBy}
        freeShipping={freeAbove === null ? undefined : `Free shipping above ${formatRupees(freeAbove)}`}
        offer={offer}
        notice={loaderData.previews && visitor?.isAdmin ? PREVIEW : notice}
        visitor={visitor}
        cartCount={state?.cartCount ?? 0}
        wishlistCount={state?.wished.length ?? 0}
        categories={hasCollections ? [...SHOP_CATEGORIES, COLLECTIONS] : SHOP_CATEGORIES}
        banner={asksCookies ? <CookieBanner returnTo={pathname + search} /> : undefined}
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
        <StaysFresh isCached={visitor === undefined} />
        <Flash messages={state?.flash} />
        <PageLoading>
          <Outlet />
        </PageLoading>
        <SignInAnywhere isSignedIn={visitor !== undefined} />
        {visitor ? (
          <Suspense>
            <LiveCounts />
          </Suspense>
        ) : null}
        {state ? <SyncGuestState state={state} /> : null}
      </StorefrontShell>
    </VisitorStateContext>
  );
}
