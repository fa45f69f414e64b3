import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { CHECKS } from '#app/modules/operations/health/diagnostics.ts';
import { POLICY_IDS } from '#app/modules/store/policies/policy.ts';
import { TAX_REPORTS } from '#app/modules/orders/reports/tax-report.server.ts';
import { authOf } from '#app/modules/identity/sign-in/internal/better-auth.server.ts';
import { SETTING_PAGES } from '#app/routes/admin/store/settings/setting-pages.ts';
import { EXPORTED_COLUMNS } from '#app/routes/admin/operations/export/exported-columns.ts';
import type { Values } from './crawler.ts';
import type { RequestShop } from './request-shop.ts';

const COLUMNS: Record<string, readonly string[]> = {
  'addresses/id': ['customer_addresses.id'],
  'artwork/id': ['artworks.id', 'artworks.slug', 'artwork_former_slugs.slug'],
  'artworks/id': ['artworks.id'],
  'audit/id': ['audit_log.id'],
  'collections/id': ['collections.id'],
  'collections/slug': ['collections.slug'],
  'contact/id': ['contact_messages.id'],
  'coupons/id': ['coupons.id'],
  'events/id': ['outbox.id'],
  'incidents/id': ['incidents.id'],
  'inspiration/id': ['order_request_images.id'],
  'invitations/id': ['invitations.id'],
  'lines/lineId': ['cart.id'],
  'media/*': ['media_gallery.filename'],
  'media/id': ['media_gallery.id'],
  'messages/id': ['messages.id'],
  'notes/noteId': ['order_notes.id'],
  'orders/id': ['orders.id'],
  'papers/paperId': ['papers.id'],
  'photos/photoId': ['return_photos.id'],
  'pictures/id': ['media_gallery.id', 'order_request_images.id'],
  'pictures/pictureId': ['order_request_images.id', 'conversation_pictures.id'],
  'requests/id': ['order_requests.id'],
  'returns/id': ['return_requests.id'],
  'shared/token': ['wishlist_links.token'],
  'shipments/eventId': ['shipment_events.id'],
  'uploads/key': ['request_messages.key', 'stage_updates.key'],
  // Owners are excluded, because an owner who deletes the account loses the role.
  'users/id': ['orders.user_id'],
  batch: ['bank_line_allocations.batch'],
  orderId: ['orders.id'],
  remittance: ['cod_remittances.id'],
};
const MAX_VALUES = 8;

export async function readRealValues(shop: RequestShop): Promise<Values> {
  const values: Record<string, readonly string[]> = {
    'assets/*': readdirSync(fileURLToPath(new URL('../../build/client/assets', import.meta.url))).slice(0, MAX_VALUES),
    'auth/*': authEndpoints(shop).map(({ path }) => path.slice(1).replace(':id', 'google').replace(':token', 'x')),
    'database-test/name': CHECKS.map(({ name }) => name),
    'export/file': Object.keys(EXPORTED_COLUMNS).map((table) => `${table}.csv`),
    'accountant/file': ['2026-11.zip', '2026-27-q3.zip', '2026-27.zip'],
    'tax/file': TAX_REPORTS.map((report) => `2026-27-${report}.csv`),
    colour: ['2a4374.css'],
    gateway: GATEWAYS,
    page: SETTING_PAGES.map(({ id }) => id),
    number: ['1'],
    part: ['pages.xml', 'artworks-1-of-1.xml', 'artworks-1-of-2.xml'],
    pin: ['263601', '110024'],
    policy: POLICY_IDS,
  };
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const found = columns.map((column) => {
      const [table, of] = column.split('.');
      return `(select ${of}::text as value from ${table} where ${of} is not null group by 1 order by 1 limit ${MAX_VALUES})`;
    });
    const { rows } = await shop.database.execute<{ value: string }>(sql.raw(found.join(' union all ')));
    if (rows.length > 0) values[name] = rows.map(({ value }) => value);
  }
  return values;
}

export function authEndpoints(shop: RequestShop): { path: string; fieldNames: string[] }[] {
  const endpoints = Object.values<{ path?: string; options?: object }>(authOf(shop.systemContext()).api);
  return endpoints.flatMap(({ path, options }) => {
    const { body } = options as { body?: { shape?: object } };
    return path === undefined ? [] : { path, fieldNames: Object.keys(body?.shape ?? {}) };
  });
}
