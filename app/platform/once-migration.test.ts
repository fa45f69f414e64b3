import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paise } from '#app/basics/money.ts';
import { done } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { sendContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { addNote } from '#app/modules/orders/orders/orders.server.ts';
import { recordRemittance } from '#app/modules/payments/bank/remittances.server.ts';
import { openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { messageOf } from '#app/modules/requests/requests/custom-order.ts';
import { sendCustomOrder } from '#app/modules/requests/requests/requests.server.ts';
import { sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { openOldShop } from '#tests/support/old-shop.ts';
import type { Shop } from './shop.server.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ASHA, ORDER, PAYMENT, REMITTANCE, CUSTOM, ASKED, QUOTE, NOTE, MESSAGE, ARTWORK] = Array.from(
  { length: 10 },
  (_, at) => uuid(at + 1),
) as [string, string, string, string, string, string, string, string, string, string];
const KEY = uuid(99);

const person = { name: "Asha “Rani” O'Hara\t\\", email: 'asha@example.in', phone: '9876543210' };
const contact = {
  ...person,
  subject: 'Care',
  message: 'May I\nwash it?',
  artworkInterest: 'general' as const,
  key: KEY,
};
const remittance = { courier: 'India Post', reference: 'EMO-77', day: '2026-11-20', amount: paise(2_900_00) };
const change = { stock: { step: 'raise', count: 8, reason: 'From the kiln' } } as const;
const design = {
  fabricSource: 'purchase_for_me',
  fabricNotes: '',
  designStyle: 'Peacock\n“green”',
  wantStitching: false,
} as const;
const custom = { ...design, ...person, artworkId: ARTWORK, key: KEY, uploadKey: undefined };
const asked = { ...person, artworkId: ARTWORK, message: 'In blue', neededBy: null, key: KEY };
const quote = {
  key: KEY,
  lines: [{ title: 'Painting — “peacock”', kind: 'painting' as const, amount: paise(10_000_00) }],
  included: 'Two\nchanges',
  freeChanges: 2,
  earliestFinish: '2026-12-24',
  validDays: 7,
  advance: paise(4_000_00),
  asksApproval: true,
  feeBeforePainting: 10,
  feeOncePainting: 50,
  workHours: 20,
};

const text = (value: string) => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const json = (value: unknown) => text(JSON.stringify(value));
const ofPerson = `${text(person.name)}, '${person.email}', '${person.phone}'`;
const BEFORE = `
  insert into auth_users (id, name, email, email_verified) values ('${ASHA}', 'Asha', 'asha@example.in', true);
  insert into artworks (id, title, price, medium, category, images) values ('${ARTWORK}', 'Dupatta', 1, 'fabric', 'Saree', '{i}');
  insert into orders (id, order_number, user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total, shipping_address,
    payment_method, payment_status, status, customer_name, customer_email)
  values ('${ORDER}', 'BV-7K3M-9QX2', '${ASHA}', '[{"artwork_id":"one","title":"Bowl","price":300000,"quantity":1,"image":"i"}]',
    300000, 0, 0, 0, 300000, '{"name":"Asha"}', 'cod', 'confirmed', 'delivered', 'Asha', 'asha@example.in');
  insert into payments (id, order_id, customer_id, amount, reference_id, status, source) values ('${PAYMENT}', '${ORDER}', '${ASHA}', 300000, '447309116024', 'success', 'cash');
  insert into order_notes (id, key, order_id, body) values ('${NOTE}', '${KEY}', '${ORDER}', 'Call\nfirst');
  insert into contact_messages (id, key, ticket_number, name, email, phone, subject, message)
  values ('${MESSAGE}', '${uuidFrom(JSON.stringify(contact))}', 'T-7K3M9Q', ${ofPerson}, 'Care', '');
  insert into cod_remittances (id, key, courier, reference, day, amount, fee)
  values ('${REMITTANCE}', '${KEY}', '${remittance.courier}', '${remittance.reference}', '${remittance.day}', ${remittance.amount}, 10000);
  insert into cod_settlements (payment_id, remittance_id) values ('${PAYMENT}', '${REMITTANCE}');
  insert into artwork_changes (key, change, changed, refused, created_at)
  values ('${KEY}', ${json(change)}, 3, 1, '2026-11-20T10:00:00.123Z');
  insert into order_requests (id, key, request_number, kind, artwork_id, user_id, name, email, phone, message) values
    ('${CUSTOM}', '${KEY}', 'R-7K3M9Q', 'custom', '${ARTWORK}', null, ${ofPerson},
      ${text(messageOf({ ...design, measurements: '', neededBy: null, variant: undefined }))}),
    ('${ASKED}', '${uuidFrom(JSON.stringify(asked))}', 'R-AAAAAA', 'out-of-stock', '${ARTWORK}', '${ASHA}', ${ofPerson}, 'In blue');
  insert into quotes (id, key, request_id, version, lines, included, free_changes, earliest_finish, valid_until, total, advance,
    asks_approval, fee_before_painting, fee_once_painting, work_hours, created_at)
  values ('${QUOTE}', '${KEY}', '${CUSTOM}', 1, ${json(quote.lines)}, ${text(quote.included)}, 2, '2026-12-24', '2026-11-28T18:29:59.999Z',
    1000000, 400000, true, 10, 50, 20, '2026-11-20T20:00:00Z');`;

const databases = [
  ['embedded', { inMemory: true }],
  ['server', undefined],
] as const;

test.each(databases)(
  'migration 0155 keeps the answers of forms sent before, %s',
  { timeout: 120_000 },
  async (_kind, place) => {
    const opened = await openOldShop('0154', BEFORE, place);
    const context = { now: new Date('2026-11-28T10:00:00Z'), visitorAddress: '203.0.113.7', config: {}, suppliers: {} };
    const byShop = { ...context, database: opened.database, actor: { kind: 'shop' } } as Shop;
    const customer = { ...byShop, actor: { kind: 'customer', userId: ASHA } } as Shop;
    const studio = await openForStudio(byShop, CUSTOM);
    const repeats = async () => [
      await addNote(byShop, { orderId: ORDER, key: KEY, body: 'Call\nfirst' }),
      await sendContactMessage(byShop, contact),
      await recordRemittance(byShop, { ...remittance, key: KEY, paymentIds: [PAYMENT] }),
      await changeArtworks(byShop, [ARTWORK], { ...change, key: KEY }),
      await sendCustomOrder(byShop, custom),
      await sendOrderRequest(customer, asked),
      await sendQuote(byShop, studio, quote),
    ];
    const answers = [
      { id: NOTE },
      { ticketNumber: 'T-7K3M9Q' },
      { remittanceId: REMITTANCE, fee: 10000 },
      { changed: 3, refused: 1, at: new Date('2026-11-20T10:00:00.123Z') },
      { number: 'R-7K3M9Q' },
      { requestId: ASKED, number: 'R-AAAAAA' },
      { id: QUOTE, version: 1 },
    ].map((answer) => done(answer));
    expect(await repeats()).toEqual(answers);
    expect(await opened.database.$count(sql`idempotency_keys`)).toBe(answers.length);
    expect(await sendQuote(byShop, studio, { ...quote, validDays: 8 })).toMatchObject({ reason: 'sent-otherwise' });
    await opened.close();
  },
);
