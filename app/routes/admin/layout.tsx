import { useEffect, useRef, useState } from 'react';
import { Outlet, href } from 'react-router';
import { unansweredMessages } from '#app/modules/contact/contact.server.ts';
import { countFailed } from '#app/modules/notifications/notifications.server.ts';
import { pendingRequests } from '#app/modules/order-requests/order-requests.server.ts';
import { countToMatch } from '#app/modules/payments/payments.server.ts';
import { newestOrder } from '#app/modules/reports/reports.server.ts';
import { countUnansweredReturns } from '#app/modules/returns/returns.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly, isOwner } from '#app/platform/shop.server.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { AdminShell } from '#app/ui/layouts/admin-shell.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import type { Route } from './+types/layout.ts';
import { QuickSearch } from './search/quick-search.tsx';
import { adminPages } from './shared/admin-pages.ts';
import type { LiveOutlet } from './shared/live-outlet.ts';
import { useShortcuts } from './shared/use-shortcuts.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Admin Dashboard' }, { name: 'robots', content: 'noindex' }];

/** The workbench of the owner; to everybody else it isn't there. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  adminOnly(shop);
  const [{ shopName }, toMatch, failedMessages, requests, contact, returns, order] = await Promise.all([
    getSettings(shop),
    countToMatch(shop),
    countFailed(shop),
    pendingRequests(shop),
    unansweredMessages(shop),
    countUnansweredReturns(shop),
    newestOrder(shop),
  ]);
  return {
    shopName,
    counts: { toMatch, failedMessages, requests: requests.count, unanswered: contact.count, returns },
    newest: { order, request: requests.newest, message: contact.newest },
    isOwner: isOwner(shop),
  };
}

export default function AdminLayout({ loaderData: { shopName, counts, newest, isOwner } }: Route.ComponentProps) {
  const [lastUpdate, setLastUpdate] = useState<LiveOutlet['lastUpdate']>({});
  useLiveUpdates(['order', 'request', 'payment', 'message', 'return'], { onUpdate: setLastUpdate });
  useArrivals(newest);
  const [isSearching, setSearching] = useState(false);
  const pages = adminPages(isOwner);
  useShortcuts(pages, () => setSearching(true));
  const tabs = pages.map(({ waiting, ...page }) => ({ ...page, count: waiting && counts[waiting] }));
  return (
    <AdminShell shopName={shopName} tabs={tabs} onSearch={() => setSearching(true)}>
      <Outlet context={{ lastUpdate } satisfies LiveOutlet} />
      {isSearching ? <QuickSearch onClose={() => setSearching(false)} /> : null}
    </AdminShell>
  );
}

type Newest = Route.ComponentProps['loaderData']['newest'];

/** Tells, quietly, what came while the admin area is open: what the loader names now and hasn't named before. */
function useArrivals({ order, request, message }: Newest): void {
  const seen = useRef<Newest>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = { order, request, message };
    if (!before) return;
    // One that is archived makes an older one the newest: that is nothing new.
    const notify = (what: keyof Newest & string, now: Newest[keyof Newest], to: (id: string) => string) => {
      const earlier = before[what];
      if (!now || (earlier && earlier.createdAt >= now.createdAt)) return;
      showToast({ text: `New ${what} from ${now.name}`, action: { label: 'Open', to: to(now.id) } });
    };
    notify('order', order, (id) => href('/admin/orders/:id', { id }));
    notify('request', request, (id) => href('/admin/requests/:id', { id }));
    notify('message', message, (id) => href('/admin/contact/:id', { id }));
  }, [order, request, message]);
}
