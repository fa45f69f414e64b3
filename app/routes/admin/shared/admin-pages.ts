import { href } from 'react-router';
import type { IconName } from '#app/ui/kit/icon.tsx';

export type Waiting = Partial<Record<'toMatch' | 'failedMessages' | 'requests' | 'unanswered' | 'returns', number>>;

export type AdminPage = {
  to: string;
  label: string;
  icon: IconName;
  /** The key after `g`. */
  key: string;
  waiting?: keyof Waiting;
  /** A helper sees neither money nor settings. */
  ownersOnly?: true;
  /** Excludes addresses below it. */
  exact?: true;
};

const PAGES: readonly AdminPage[] = [
  { to: href('/admin'), label: 'Overview', icon: 'chart', key: 'h', exact: true },
  { to: href('/admin/artworks'), label: 'Artworks', icon: 'brush', key: 'a' },
  { to: href('/admin/collections'), label: 'Collections', icon: 'star', key: 'b' },
  { to: href('/admin/orders'), label: 'Orders', icon: 'box', key: 'o' },
  { to: href('/admin/sale'), label: 'Sell in person', icon: 'bag', key: 'f' },
  { to: href('/admin/requests'), label: 'Order Requests', icon: 'inbox', key: 'r', waiting: 'requests' },
  { to: href('/admin/calendar'), label: 'Studio calendar', icon: 'list', key: 'w' },
  { to: href('/admin/users'), label: 'Users', icon: 'users', key: 'u', ownersOnly: true },
  { to: href('/admin/coupons'), label: 'Coupons', icon: 'coupon', key: 'c', ownersOnly: true },
  { to: href('/admin/payments'), label: 'Payments', icon: 'rupee', key: 'p', ownersOnly: true, waiting: 'toMatch' },
  { to: href('/admin/returns'), label: 'Returns', icon: 'return', key: 't', waiting: 'returns' },
  { to: href('/admin/contact'), label: 'Contact', icon: 'chat', key: 'q', waiting: 'unanswered' },
  { to: href('/admin/messages'), label: 'Messages', icon: 'mail', key: 'm', waiting: 'failedMessages' },
  { to: href('/admin/media'), label: 'Media', icon: 'grid', key: 'i' },
  { to: href('/admin/policies'), label: 'Policies', icon: 'info', key: 'y', ownersOnly: true },
  { to: href('/admin/settings/:group?'), label: 'Settings', icon: 'filter', key: 's', ownersOnly: true },
  { to: href('/admin/audit'), label: 'Audit', icon: 'clock', key: 'l', ownersOnly: true },
  { to: href('/admin/export'), label: 'Export', icon: 'upload', key: 'e', ownersOnly: true },
];

export const adminPages = (isOwner: boolean): AdminPage[] => PAGES.filter((page) => isOwner || !page.ownersOnly);
