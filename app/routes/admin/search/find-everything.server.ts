import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { formatRupees } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { listArtworksForAdmin } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { listContactMessages } from '#app/modules/messaging/contact/contact.server.ts';
import { listMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { listRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { listOrders } from '#app/modules/orders/orders/orders.server.ts';
import { listUsers } from '#app/modules/identity/users/users.server.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';
import { allAdminPages } from '#app/routes/admin/shared/admin-pages.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { findSettings } from './find-settings.ts';

export type Hit = {
  to: string;
  label: string;
  detail?: string;
  payment?: { reference: string; method: PaymentMethod };
};
export type HitGroup = { title: string; hits: Hit[]; all?: string };

const MAX_HITS = 5;

/** Returns a few results of each kind. A helper finds neither accounts nor settings. */
export async function findEverything(shop: Shop, typed: string): Promise<HitGroup[]> {
  const search = typed.trim();
  if (search === '') return [];
  const [orders, artworks, people, requests, contact, messages] = await Promise.all([
    listOrders(shop, { search }),
    listArtworksForAdmin(shop, { search }),
    isOwner(shop) ? listUsers(shop, { search }) : { users: [] },
    listRequests(shop, { search }),
    listContactMessages(shop, { search }),
    listMessages(shop, { search }),
  ]);
  const inList = (path: string) => `${path}?q=${encodeURIComponent(search)}`;
  const groups: HitGroup[] = [
    { title: 'Pages', hits: findPages(shop, search) },
    { title: 'Settings', hits: isOwner(shop) ? findSettings(search) : [] },
    {
      title: 'Orders',
      all: inList(href('/admin/orders')),
      hits: orders.orders.map((order) => ({
        to: href('/admin/orders/:id', { id: order.id }),
        label: `${order.orderNumber}, ${order.customerName}`,
        detail: `${formatRupees(order.total)}, ${titleCase(order.status)}, ${formatShortDay(order.createdAt)}`,
        payment: order.paymentReferenceId
          ? { reference: order.paymentReferenceId, method: order.paymentMethod }
          : undefined,
      })),
    },
    {
      title: 'Artworks',
      all: inList(href('/admin/artworks')),
      hits: artworks.artworks.map(({ id, title, category, price }) => ({
        to: href('/admin/artworks/:id', { id }),
        label: title,
        detail: `${category}, ${formatPrice(price)}`,
      })),
    },
    {
      title: 'People',
      all: inList(href('/admin/users')),
      hits: people.users.map(({ id, name, email, phone }) => ({
        to: href('/admin/users/:id', { id }),
        label: name || email,
        detail: [email, phone].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Order requests',
      all: inList(href('/admin/requests')),
      hits: requests.requests.map(({ id, name, artworkTitle, status, createdAt }) => ({
        to: href('/admin/requests/:id', { id }),
        label: `${name}: ${artworkTitle ?? 'A deleted artwork'}`,
        detail: `${titleCase(status)}, ${formatShortDay(createdAt)}`,
      })),
    },
    {
      title: 'Inbox',
      all: inList(href('/admin/contact')),
      hits: contact.messages.map(({ id, ticketNumber, name, subject }) => ({
        to: href('/admin/contact/:id', { id }),
        label: `${ticketNumber}, ${name}`,
        detail: subject,
      })),
    },
    {
      title: 'Sent messages',
      all: inList(href('/admin/messages')),
      hits: messages.messages.map(({ id, subject, recipient, createdAt }) => ({
        to: href('/admin/messages/:id', { id }),
        label: subject,
        detail: `${recipient}, ${formatShortDay(createdAt)}`,
      })),
    },
  ];
  return groups
    .filter(({ hits }) => hits.length > 0)
    .map((group) => ({
      ...group,
      hits: group.hits.slice(0, MAX_HITS),
      all: group.hits.length > MAX_HITS ? group.all : undefined,
    }));
}

function findPages(shop: Shop, search: string): Hit[] {
  const pages = [
    ...allAdminPages(isOwner(shop)).map(({ to, label }) => ({ to, label })),
    { to: href('/admin/artworks/new'), label: 'Add Artwork' },
    { to: href('/admin/orders/new'), label: 'New order' },
    ...(isOwner(shop)
      ? [
          { to: href('/admin/policies'), label: 'Policies' },
          ...POLICY_IDS.map((policy) => ({
            to: href('/admin/policies/:policy', { policy }),
            label: `Policies: ${POLICY_TITLES[policy]}`,
          })),
        ]
      : []),
  ];
  const begins = (label: string) => ` ${label.toLowerCase()}`.includes(` ${search.toLowerCase()}`);
  return pages.filter(({ label }) => begins(label));
}
