import { useState } from 'react';
import { href, isRouteErrorResponse, Outlet, useLocation, useMatches } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { unansweredMessages } from '#app/modules/messaging/contact/contact.server.ts';
import { countFailed } from '#app/modules/messaging/messages/messages.server.ts';
import { newestRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { countWaitingOrders } from '#app/modules/orders/orders/orders.server.ts';
import { countWaitingForStudio } from '#app/modules/requests/requests/waiting-for-studio.server.ts';
import { countToConfirm } from '#app/modules/payments/payments/payments.server.ts';
import { newestOrders } from '#app/modules/orders/reports/reports.server.ts';
import { countUnansweredReturns } from '#app/modules/orders/returns/returns.server.ts';
import { comparableGateways } from '#app/modules/payments/payments/gateways.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { acknowledgeIncident } from '#app/modules/operations/health/incidents.server.ts';
import { keepCookie } from '#app/routes/cookies.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { readOr } from '#app/platform/read-or.server.ts';
import { adminOnly, isOwner } from '#app/platform/shop.server.ts';
import { isUnreached } from '#app/ui/kit/is-unreached.ts';
import { requestIdOf } from '#app/ui/kit/request-id-of.ts';
import { Tabs } from '#app/ui/kit/tabs.tsx';
import { AdminShell } from '#app/ui/layouts/admin-shell.tsx';
import { Flash } from '#app/ui/shop/flash.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { hasSupplier } from './messaging/messages/has-supplier.ts';
import { adminMeta } from './shared/admin-meta.ts';
import { PrefetchActions } from './prefetch-actions.tsx';
import type { Route } from './+types/layout.ts';
import { Arrivals } from './arrivals.tsx';
import { NotShown } from './not-shown.tsx';
import { QuickSearch } from './search/quick-search.tsx';
import { type AdminPage, adminPages, allAdminPages, openView, tabOf, viewsOf } from './shared/admin-pages.ts';
import type { LiveOutlet } from './shared/live-outlet.ts';
import { useShortcuts } from './shared/use-shortcuts.ts';

export const links = wholeStyleSheet;

const MAX_LISTED = 10;

export const meta = adminMeta('Admin Dashboard');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  adminOnly(shop);
  const [{ shopName, paymentMethods }, toConfirm, failedMessages, requests, newest, contact, returns, orders, waiting] =
    await Promise.all([
      getSettings(shop),
      readOr(0, countToConfirm(shop)),
      readOr(0, countFailed(shop)),
      readOr(0, countWaitingForStudio(shop)),
      readOr([], newestRequests(shop, MAX_LISTED)),
      readOr({ newest: [], count: 0 }, unansweredMessages(shop, MAX_LISTED)),
      readOr(0, countUnansweredReturns(shop)),
      readOr([], newestOrders(shop, MAX_LISTED)),
      readOr({ toPack: 0, toCall: 0 }, countWaitingOrders(shop)),
    ]);
  return {
    shopName,
    counts: { toConfirm, ...waiting, failedMessages, requests, unanswered: contact.count, returns },
    arrivals: [
      ...orders.map((order) => ({ kind: 'order' as const, ...order })),
      ...newest.map((request) => ({ ...request, kind: 'request' as const })),
      ...contact.newest.map((message) => ({ kind: 'message' as const, ...message })),
    ].toSorted((a, b) => b.at.getTime() - a.at.getTime()),
    flash: context.get(visitContext).takeFlash(),
    now: shop.now,
    isOwner: isOwner(shop),
    sendsEmail: hasSupplier(shop.config, 'email'),
    unused: [
      ...(paymentMethods.includes('cod') ? [] : ['cash']),
      ...(comparableGateways(shop).length > 0 ? [] : ['gateway']),
    ],
  };
}

const form = formOf();

/** Handles POST /admin, for forms that belong to no single page of the admin area. */
export const action = formAction({
  acknowledge: form({
    schema: z.strictObject({ incident: uuidSchema }),
    run: (shop, { incident }) => acknowledgeIncident(shop, incident),
    done: () => href('/admin'),
    refused: {},
    back: () => href('/admin'),
  }),
  language: form({
    schema: z.strictObject({ language: z.enum(['en', 'hi']) }),
    run: async (shop, { language }, { visit }) => {
      visit.cookies = [await keepCookie(shop, 'whatsapp_language', language)];
    },
    refused: {},
    back: () => href('/admin'),
  }),
});

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { shopName, counts, arrivals, flash, now, isOwner, unused } = loaderData;
  const [lastUpdate, setLastUpdate] = useState<LiveOutlet['lastUpdate']>({});
  useLiveUpdates(['order', 'request', 'payment', 'message', 'return'], { onUpdate: setLastUpdate });
  const [isSearching, setSearching] = useState(false);
  const search = () => setSearching(true);
  const menu = useMenu(counts, isOwner);
  useShortcuts(allAdminPages(isOwner), search);
  return (
    <AdminShell
      shopName={shopName}
      {...menu}
      notice={
        <>
          <Arrivals arrivals={arrivals} now={now} />
          <Flash messages={flash} />
        </>
      }
      onSearch={search}
    >
      <Views {...{ counts, isOwner, unused }} />
      <Outlet context={{ lastUpdate } satisfies LiveOutlet} />
      <PrefetchActions />
      {isSearching ? <QuickSearch onClose={() => setSearching(false)} /> : null}
    </AdminShell>
  );
}

/** An error replaces only the page, so that the tabs stay. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const requestId = requestIdOf(error);
  const menu = useMenu(loaderData?.counts, loaderData?.isOwner === true);
  const notShown = (
    <NotShown
      isMissing={isMissing}
      isUnreached={isUnreached(error)}
      requestId={requestId}
      isOwner={loaderData?.isOwner === true}
    />
  );
  if (!loaderData) return <main className="wrap">{notShown}</main>;
  return (
    <AdminShell shopName={loaderData.shopName} {...menu}>
      {notShown}
    </AdminShell>
  );
}

type Counts = Route.ComponentProps['loaderData']['counts'];

function useMenu(counts: Counts | undefined, isOwner: boolean) {
  const { pathname } = useLocation();
  const { tabs, more } = adminPages(isOwner);
  const open = tabOf([...tabs, ...more], pathname);
  const withState = (pages: AdminPage[]) =>
    pages.map((page) => ({ ...page, count: page.waiting && counts?.[page.waiting], isOpen: page === open }));
  return { tabs: withState(tabs), more: withState(more) };
}

/** Shows the views of a tab above each view, but not above the pages below it. */
function Views({ counts, isOwner, unused }: { counts: Counts; isOwner: boolean; unused: string[] }) {
  const { pathname, search } = useLocation();
  const paths = useMatches().map((match) => match.pathname);
  const tab = tabOf(adminPages(isOwner).tabs, pathname);
  const views = tab ? viewsOf(tab, isOwner) : [];
  const open = openView(views, paths, new URLSearchParams(search).get('status'));
  if (!tab || !open) return null;
  const shown = views.filter((view) => view === open || !view.needs || !unused.includes(view.needs));
  return (
    <Tabs
      label={`${tab.label} views`}
      items={shown.map((view) => ({
        ...view,
        count: view.waiting && counts[view.waiting],
        isOpen: view === open,
      }))}
    />
  );
}
