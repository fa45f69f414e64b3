import { href } from 'react-router';
import type { IconName } from '#app/ui/kit/icon.tsx';

export type Waiting = Partial<
  Record<'toConfirm' | 'toCall' | 'toPack' | 'failedMessages' | 'requests' | 'unanswered' | 'returns', number>
>;

export type AdminView = {
  to: string;
  label: string;
  key?: string;
  waiting?: keyof Waiting;
  ownersOnly?: true;
  /** Hidden while the shop does not use this method. */
  needs?: 'cash' | 'gateway';
};

export type AdminPage = AdminView & {
  icon: IconName;
  views?: readonly AdminView[];
  inBar?: true;
};

const orders = (status: string) => `${href('/admin/orders')}?status=${status}`;

const TABS: readonly AdminPage[] = [
  { to: href('/admin'), label: 'Overview', icon: 'chart', key: 'h', inBar: true },
  {
    to: href('/admin/artworks'),
    label: 'Artworks',
    icon: 'brush',
    key: 'a',
    inBar: true,
    views: [
      { to: href('/admin/artworks'), label: 'Artworks' },
      { to: href('/admin/collections'), label: 'Collections', key: 'b' },
      { to: href('/admin/media'), label: 'Photos', key: 'i' },
      { to: href('/admin/artworks/import'), label: 'Import' },
    ],
  },
  {
    to: href('/admin/orders'),
    label: 'Orders',
    icon: 'box',
    key: 'o',
    inBar: true,
    views: [
      { to: href('/admin/orders'), label: 'All' },
      { to: orders('to-confirm'), label: 'To confirm', waiting: 'toConfirm', ownersOnly: true },
      { to: orders('to-call'), label: 'To call', waiting: 'toCall', needs: 'cash' },
      { to: orders('to-pack'), label: 'To pack', waiting: 'toPack' },
      { to: orders('shipped'), label: 'On the way' },
      { to: href('/admin/returns'), label: 'Returns', key: 't', waiting: 'returns' },
      { to: href('/admin/sale'), label: 'Sell in person', key: 'f' },
    ],
  },
  {
    to: href('/admin/requests'),
    label: 'Order Requests',
    icon: 'inbox',
    key: 'r',
    waiting: 'requests',
    inBar: true,
    views: [
      { to: href('/admin/requests'), label: 'List' },
      { to: href('/admin/calendar'), label: 'Week plan', key: 'w' },
    ],
  },
  { to: href('/admin/users'), label: 'Users', icon: 'users', key: 'u', ownersOnly: true },
  { to: href('/admin/coupons'), label: 'Coupons', icon: 'coupon', key: 'c', ownersOnly: true },
  {
    to: href('/admin/payments'),
    label: 'Payments',
    icon: 'rupee',
    key: 'p',
    ownersOnly: true,
    waiting: 'toConfirm',
    views: [
      { to: href('/admin/payments'), label: 'To confirm' },
      { to: href('/admin/payments/refunds'), label: 'Refunds' },
      { to: href('/admin/payments/cash'), label: 'Cash with couriers', needs: 'cash' },
      { to: href('/admin/payments/differences'), label: 'Gateway differences', needs: 'gateway' },
      { to: href('/admin/payments/accountant'), label: 'For the accountant' },
    ],
  },
  { to: href('/admin/contact'), label: 'Inbox', icon: 'chat', key: 'q', waiting: 'unanswered' },
  {
    to: href('/admin/settings/:page?'),
    label: 'Settings',
    icon: 'filter',
    key: 's',
    ownersOnly: true,
  },
];

const MORE: readonly AdminPage[] = [
  { to: href('/admin/notifications'), label: 'Notifications', icon: 'phone', key: 'n', ownersOnly: true },
  { to: href('/admin/messages'), label: 'Sent messages', icon: 'mail', key: 'm', waiting: 'failedMessages' },
  { to: href('/admin/audit'), label: 'Audit', icon: 'clock', key: 'l', ownersOnly: true },
  { to: href('/admin/export'), label: 'Export', icon: 'upload', key: 'e', ownersOnly: true },
  { to: href('/admin/shortcuts'), label: 'Shortcuts', icon: 'list' },
];

const pickAllowed = <Page extends AdminView>(pages: readonly Page[], isOwner: boolean): Page[] =>
  pages.filter((page) => isOwner || !page.ownersOnly);

export const adminPages = (isOwner: boolean) => ({
  tabs: pickAllowed(TABS, isOwner),
  more: pickAllowed(MORE, isOwner),
});

export function allAdminPages(isOwner: boolean): AdminView[] {
  const { tabs, more } = adminPages(isOwner);
  return [...tabs, ...more].flatMap((page) => [
    page,
    ...viewsOf(page, isOwner)
      .filter(({ to }) => to !== page.to)
      .map((view) => (view.key ? view : { ...view, label: `${page.label}: ${view.label}` })),
  ]);
}

export const viewsOf = (page: AdminPage, isOwner: boolean): AdminView[] => pickAllowed(page.views ?? [], isOwner);

const pathOf = (to: string): string => to.split('?', 1)[0]!;

/** Returns the tab of an address. The overview has no subpages. */
export function tabOf(pages: readonly AdminPage[], pathname: string): AdminPage | undefined {
  const isBelow = (path: string) => pathname === path || (path !== href('/admin') && pathname.startsWith(`${path}/`));
  return pages.find(({ to, views = [] }) => [to, ...views.map((view) => pathOf(view.to))].some(isBelow));
}

/** Returns the open view: the view with the status in the address, or else the view without a status. */
export function openView(
  views: readonly AdminView[],
  paths: readonly string[],
  status: string | null,
): AdminView | undefined {
  const here = views.filter(({ to }) => paths.includes(pathOf(to)));
  return here.find(({ to }) => to.endsWith(`?status=${status}`)) ?? here.find(({ to }) => !to.includes('?'));
}
