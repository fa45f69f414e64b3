import { Outlet } from 'react-router';
import { countFailed } from '#app/modules/notifications/notifications.server.ts';
import { countToMatch } from '#app/modules/orders/orders.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { adminOnly, isOwner } from '#app/platform/shop.server.ts';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { AdminShell } from '#app/ui/layouts/admin-shell.tsx';
import type { Route } from './+types/layout.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Admin Dashboard' }, { name: 'robots', content: 'noindex' }];

/** The workbench of the owner; to everybody else it isn't there (decision 41). */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  adminOnly(shop);
  const [{ shopName }, toMatch, failedMessages] = await Promise.all([
    getSettings(shop),
    countToMatch(shop),
    countFailed(shop),
  ]);
  return { shopName, toMatch, failedMessages, isOwner: isOwner(shop) };
}

export default function AdminLayout({
  loaderData: { shopName, toMatch, failedMessages, isOwner },
}: Route.ComponentProps) {
  return (
    <AdminShell shopName={shopName} tabs={tabsOf({ isOwner, toMatch, failedMessages })}>
      <Outlet />
    </AdminShell>
  );
}

/** The tabs of S2 §2 and those the workbench adds; a helper sees neither money nor settings. */
function tabsOf(shown: { isOwner: boolean; toMatch: number; failedMessages: number }): TabItem[] {
  const all: (TabItem & { ownersOnly?: true })[] = [
    { to: '/admin', label: 'Overview', icon: 'chart', exact: true },
    { to: '/admin/artworks', label: 'Artworks', icon: 'brush' },
    { to: '/admin/orders', label: 'Orders', icon: 'box', count: shown.toMatch },
    { to: '/admin/users', label: 'Users', icon: 'users', ownersOnly: true },
    { to: '/admin/coupons', label: 'Coupons', icon: 'coupon', ownersOnly: true },
    { to: '/admin/messages', label: 'Messages', icon: 'mail', count: shown.failedMessages },
    { to: '/admin/media', label: 'Media', icon: 'grid' },
    { to: '/admin/returns', label: 'Returns', icon: 'return' },
    { to: '/admin/settings', label: 'Settings', icon: 'filter', ownersOnly: true },
    { to: '/admin/audit', label: 'Audit', icon: 'clock', ownersOnly: true },
    { to: '/admin/export', label: 'Export', icon: 'upload', ownersOnly: true },
  ];
  return all.filter((tab) => shown.isOwner || !tab.ownersOnly);
}
