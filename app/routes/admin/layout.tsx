import { useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { unansweredMessages } from '#app/modules/contact/contact.server.ts';
import { countFailed } from '#app/modules/notifications/notifications.server.ts';
import { pendingRequests } from '#app/modules/order-requests/order-requests.server.ts';
import { countToMatch } from '#app/modules/payments/payments.server.ts';
import { newestOrder } from '#app/modules/reports/reports.server.ts';
import { countUnansweredReturns } from '#app/modules/returns/returns.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly, isOwner } from '#app/platform/shop.server.ts';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { AdminShell } from '#app/ui/layouts/admin-shell.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import type { Route } from './+types/layout.ts';
import type { LiveOutlet } from './shared/live-outlet.ts';

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
  return (
    <AdminShell shopName={shopName} tabs={tabsOf(counts, isOwner)}>
      <Outlet context={{ lastUpdate } satisfies LiveOutlet} />
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
    const notify = (what: keyof Newest & string, now: Newest[keyof Newest], at: string) => {
      const earlier = before[what];
      if (!now || (earlier && earlier.createdAt >= now.createdAt)) return;
      showToast({ text: `New ${what} from ${now.name}`, action: { label: 'Open', to: `/admin/${at}/${now.id}` } });
    };
    notify('order', order, 'orders');
    notify('request', request, 'requests');
    notify('message', message, 'contact');
  }, [order, request, message]);
}

/** The tabs; a helper sees neither money nor settings. */
function tabsOf(counts: Route.ComponentProps['loaderData']['counts'], isOwner: boolean): TabItem[] {
  const all: (TabItem & { ownersOnly?: true })[] = [
    { to: '/admin', label: 'Overview', icon: 'chart', exact: true },
    { to: '/admin/artworks', label: 'Artworks', icon: 'brush' },
    { to: '/admin/orders', label: 'Orders', icon: 'box' },
    { to: '/admin/requests', label: 'Order Requests', icon: 'inbox', count: counts.requests },
    { to: '/admin/users', label: 'Users', icon: 'users', ownersOnly: true },
    { to: '/admin/coupons', label: 'Coupons', icon: 'coupon', ownersOnly: true },
    { to: '/admin/payments', label: 'Payments', icon: 'rupee', ownersOnly: true, count: counts.toMatch },
    { to: '/admin/returns', label: 'Returns', icon: 'return', count: counts.returns },
    { to: '/admin/contact', label: 'Contact', icon: 'chat', count: counts.unanswered },
    { to: '/admin/messages', label: 'Messages', icon: 'mail', count: counts.failedMessages },
    { to: '/admin/media', label: 'Media', icon: 'grid' },
    { to: '/admin/settings', label: 'Settings', icon: 'filter', ownersOnly: true },
    { to: '/admin/audit', label: 'Audit', icon: 'clock', ownersOnly: true },
    { to: '/admin/export', label: 'Export', icon: 'upload', ownersOnly: true },
  ];
  return all.filter((tab) => isOwner || !tab.ownersOnly);
}
