import sharp from 'sharp';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openLiveShop } from '#tests/support/live-shop.ts';
import { makeAdmin, openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const TITLE = 'Lota <script>alert(1)</script> & Co';
let shop: RequestShop;
let [asha, other, admin, guest]: Visitor[] = [];
let orderId: string;
let artworkId: string;
let photo: Buffer;

beforeAll(async () => {
  shop = await openRequestShop({ SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  await openLiveShop(shop);
  [asha, other, admin, guest] = Array.from({ length: 4 }, () => shop.visitor());
  await asha!.signUpAs('Asha Rawat');
  await other!.signUpAs('Meera Bisht');
  await makeAdmin(shop, (await admin!.signUpAs('Kamla Bisht')).email);
  const artwork = await insertArtwork(shop.database, { title: TITLE, medium: 'oil', category: 'Oil', stockCount: 5 });
  artworkId = artwork.id;
  await asha!.post('/visitor-state', { intent: 'add', artworkId: artworkId, quantity: '2' });
  const checkout = await asha!.get('/checkout');
  const placed = await asha!.post('/checkout', {
    ...Object.fromEntries(fieldsOf(checkout.text)),
    ...ADDRESS,
    name: 'Asha <b>Rawat</b>',
    paymentMethod: 'manual',
    paymentReferenceId: newReference(),
  });
  orderId = new URL(placed.headers.get('location')!, 'http://x').searchParams.get('placed')!;
  photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
}, 60_000);
afterAll(() => shop.close());

/** Missing orders and those of other people must get equal answers, so the order’s id is removed. */
const seen = async (visitor: Visitor, path: string) => {
  const { status, text } = await visitor.get(path);
  return { status, text: textOf(text).replaceAll(/[0-9a-f-]{36}/g, 'id') };
};

describe('an invoice', () => {
  test('is its customer’s page and PDF, with markup in names as text', async () => {
    const page = await asha!.get(`/profile/orders/${orderId}/invoice`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(textOf(page.text)).toContain(TITLE);
    expect(page.text).not.toContain('<script>alert(1)');
    for (const part of [
      'Asha <b>Rawat</b>',
      'Rupees two thousand one hundred and fifty only',
      '₹2,150',
      'You told us that you paid by UPI',
    ])
      expect(textOf(page.text)).toContain(part);
    const [, number] = /(BV\/\d{4}-\d\d\/\d{4})/.exec(page.text)!;
    const pdf = await asha!.ask(`/profile/orders/${orderId}/invoice.pdf`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
    const { text } = await extractText(document, { mergePages: true });
    for (const part of [number!, 'Asha <b>Rawat</b>', '₹2,150']) expect(text).toContain(part);
  });

  test('another’s is not found, and a guest is asked to sign in', async () => {
    for (const paper of ['invoice', 'invoice.pdf', 'return']) {
      const never = await seen(other!, `/profile/orders/${crypto.randomUUID()}/${paper}`);
      expect(never.status).toBe(404);
      expect(await seen(other!, `/profile/orders/${orderId}/${paper}`)).toEqual(never);
      expect(await seen(other!, `/profile/orders/x/${paper}`)).toEqual(never);
      expect((await guest!.ask(`/profile/orders/${orderId}/${paper}`)).status).toBe(303);
    }
  });

  test('with packing slip and label exists for admins only', async () => {
    const papers = ['invoice', 'invoice.pdf', 'packing-slip', 'label'].map(
      (paper) => `/admin/orders/${orderId}/${paper}`,
    );
    papers.push(
      `/admin/orders/papers?kind=slip&id=${orderId}`,
      '/admin/returns',
      `/admin/returns/${crypto.randomUUID()}`,
    );
    await asha!.get('/profile');
    const nowhere = await seen(asha!, '/not-there');
    for (const path of papers) {
      expect((await seen(asha!, path)).status).toBe(404);
      expect((await seen(asha!, path)).text).toBe(nowhere.text);
    }
    for (const path of papers.slice(0, 6)) expect((await admin!.ask(path)).status).toBe(200);
    const slip = await admin!.get(`/admin/orders/papers?kind=slip&id=${orderId}&id=${orderId}`);
    expect(slip.text.match(/<h1[^>]*>Packing slip/g)).toHaveLength(1);
    expect(textOf(slip.text)).toContain(TITLE);
    expect(textOf(slip.text)).not.toContain('₹');
    const label = await admin!.get(`/admin/orders/${orderId}/label`);
    for (const part of ['Asha <b>Rawat</b>', '263601', '98765 43210']) expect(textOf(label.text)).toContain(part);
    expect((await admin!.ask(`/admin/orders/papers?kind=slip`)).status).toBe(404);
  });
});

describe('a return without JavaScript', () => {
  const send = (visitor: Visitor, fields: Record<string, string>, files: File[] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const file of files) body.append('photos', file);
    return visitor.ask(`/profile/orders/${orderId}/return`, { method: 'POST', body });
  };
  const file = () => new File([new Uint8Array(photo)], 'lid.jpg', { type: 'image/jpeg' });

  test('is sent with photos, keeps them on errors, and repeats once', async () => {
    expect(textOf((await asha!.get(`/profile/orders/${orderId}/return`)).text)).toContain('once it is delivered');
    await setOrderStatus(shop.systemContext(), {
      orderId,
      status: 'delivered',
      shipUnverified: true,
      reason: 'by hand',
    });
    const page = await asha!.get(`/profile/orders/${orderId}/return`);
    const [, key] = fieldsOf(page.text).find(([name]) => name === 'key')!;
    const fields = {
      key: key,
      kind: 'exchange',
      exchangeFor: '',
      reason: 'damaged',
      details: 'Split',
      [`pieces.${artworkId}`]: '1',
    };
    const wrong = await send(asha!, fields, [file()]);
    const again = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(textOf(again)).toContain('Enter the piece you would like instead');
    expect(again).toContain('Split</textarea>');
    const [, photoId] = /\/return\/photos\/([0-9a-f-]{36})/.exec(again)!;
    for (let n = 0; n < 2; n++) expect((await send(asha!, { ...fields, exchangeFor: 'Brass Diyas' })).status).toBe(303);
    expect(await shop.database.select().from(returnRequests)).toMatchObject([
      {
        kind: 'exchange',
        reason: 'damaged',
        exchangeFor: 'Brass Diyas',
        lines: [{ artworkId: artworkId, quantity: 1 }],
      },
    ]);
    expect(textOf((await asha!.get('/profile/orders')).text)).toContain('Exchange requested');

    const address = `/profile/orders/${orderId}/return/photos/${photoId}`;
    expect((await asha!.ask(address)).status).toBe(200);
    expect((await admin!.ask(address)).status).toBe(200);
    const never = await seen(other!, `/profile/orders/${orderId}/return/photos/${crypto.randomUUID()}`);
    expect(never.status).toBe(404);
    for (const stranger of [other!, guest!]) expect((await seen(stranger, address)).status).toBe(404);
    expect(await seen(other!, address)).toEqual(never);
    expect((await send(other!, fields)).status).toBe(404);
  });

  test('limits requests, with the time to try again', async () => {
    const fields = { key: crypto.randomUUID(), kind: 'return', reason: 'damaged', [`pieces.${artworkId}`]: '1' };
    const statuses: number[] = [];
    let refused: Response | undefined;
    while (refused?.status !== 429 && statuses.length < 20) statuses.push((refused = await send(asha!, fields)).status);
    expect(new Set(statuses)).toEqual(new Set([409, 429]));
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(200);
  });

  const numbersIn = (html: string) =>
    Object.fromEntries(
      fieldsOf(html).flatMap(([name, value]) => {
        const [, number] = /^(received|fitForSale)\./.exec(name) ?? [];
        return number ? [[number, value]] : [];
      }),
    );
  const numbersOf = async (address: string) => numbersIn((await admin!.get(address)).text);

  test('is decided by an admin’s form; a second click is harmless', async () => {
    const [request] = await shop.database.select().from(returnRequests);
    const address = `/admin/returns/${request!.id}`;
    expect(textOf((await admin!.get(address)).text)).toContain('For a piece of ₹1,000 or more.');
    const accepted = { intent: 'answer', answer: 'accepted', message: '' };
    expect((await asha!.post(address, accepted)).status).toBe(404);
    for (let tap = 0; tap < 2; tap++)
      expect((await admin!.post(address, accepted)).headers.get('location')).toBe(address);
    expect(await numbersOf(address)).toEqual({ received: '1', fitForSale: '1' });
    const receipt = (received: string, fitForSale: string) =>
      admin!.post(address, {
        intent: 'receipt',
        [`received.${artworkId}`]: received,
        [`fitForSale.${artworkId}`]: fitForSale,
      });
    for (const [received, fitForSale, said] of [
      ['2', '1', 'Enter a whole number from 0 to 1, the number requested.'],
      ['one', '1', 'Enter a whole number from 0 to 1, the number requested.'],
      ['1', '7', 'Enter a whole number from 0 to 1, the number that arrived.'],
    ] as const) {
      const refused = await receipt(received, fitForSale);
      const text = await refused.text();
      expect(refused.status).toBe(400);
      expect(textOf(text)).toContain(said);
      expect(numbersIn(text)).toEqual({ received, fitForSale });
    }
    expect((await receipt('0', '0')).status).toBe(409);
    for (let tap = 0; tap < 2; tap++) expect((await receipt('1', '1')).headers.get('location')).toBe(address);
    expect((await admin!.post(address, { intent: 'answer', answer: 'maybe' })).status).toBe(400);
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
    expect(artwork!.stockCount).toBe(4);
    expect(await shop.database.select().from(orders)).toHaveLength(1);
  });
});
