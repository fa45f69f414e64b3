import { describe, expect, test } from 'vitest';
import { adminPages, allAdminPages, openView, tabOf, viewsOf } from './admin-pages.ts';

const { tabs, more } = adminPages(true);

test('the seven specified tabs come first, then Inbox and Settings', () => {
  expect(tabs.map(({ label }) => label)).toEqual([
    'Overview',
    'Artworks',
    'Orders',
    'Order Requests',
    'Users',
    'Coupons',
    'Payments',
    'Inbox',
    'Settings',
  ]);
  expect(more.map(({ label }) => label)).toEqual(['Notifications', 'Sent messages', 'Audit', 'Export', 'Shortcuts']);
});

test('helpers get neither money nor settings, not even as a view', () => {
  const labels = allAdminPages(false).map(({ label }) => label);
  expect(labels).toContain('Orders: To pack');
  expect(labels).not.toContain('Orders: To confirm');
  expect(labels).not.toContain('Payments');
  expect(labels).not.toContain('Settings');
});

test('each shortcut key leads to one page', () => {
  const keys = allAdminPages(true).flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

describe('the open tab', () => {
  test.each([
    ['/admin', 'Overview'],
    ['/admin/orders/3', 'Orders'],
    ['/admin/returns/3', 'Orders'],
    ['/admin/payments/refunds', 'Payments'],
    ['/admin/calendar', 'Order Requests'],
    ['/admin/settings/home', 'Settings'],
    ['/admin/export', undefined],
  ])('of %s is %s', (pathname, label) => {
    expect(tabOf(tabs, pathname)?.label).toBe(label);
  });
});

test('the open view follows the path and the status', () => {
  const views = viewsOf(
    tabs.find(({ label }) => label === 'Orders')!,
    true,
  );
  const open = (path: string, status: string | null) => openView(views, ['/', '/admin', path], status)?.label;
  expect(open('/admin/orders', null)).toBe('All');
  expect(open('/admin/orders', 'to-pack')).toBe('To pack');
  expect(open('/admin/orders', 'to-confirm')).toBe('To confirm');
  expect(open('/admin/orders', 'delivered')).toBe('All');
  expect(open('/admin/returns', 'pending')).toBe('Returns');
  expect(open('/admin/orders/new', null)).toBeUndefined();
});
