import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { hoursOf } from '#app/modules/requests/calendar/schedule.ts';
import { orderRequests, quotes } from '#app/modules/requests/requests/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { picturesNamedFrom } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { settleByBank } from '#app/modules/payments/payments/payments.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { linkOf } from '#app/modules/requests/requests/access.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
let artworkId: string;
let photo: Buffer;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Joshi', role: 'helper' });
  const artwork = await insertArtwork(shop.database, {
    title: 'Fish Dupatta',
    medium: 'fabric',
    category: 'Fabric Painting',
    price: rupees(4_200),
  });
  artworkId = artwork.id;
  photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
}, 60_000);
afterAll(() => shop.close());

let customer: Visitor;
let requestId: string;
let link: string;
let people = 0;
beforeEach(async () => {
  customer = shop.visitor();
  const { email, name } = await customer.signUpAs(`Asha ${(people += 1)}`);
  await shop.database.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email));
  const [profile] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, email));
  const request = await insertRequest(shop.systemContext(), {
    kind: 'custom',
    userId: profile!.id,
    artworkId,
    name,
    email,
    phone: '9876543210',
    message: '',
    designStyle: 'Two fish, nose to nose',
    fabricSource: 'purchase_for_me',
    wantStitching: false,
  });
  requestId = request!.requestId;
  link = new URL((await linkOf(shop.systemContext(), requestId, 'email'))!, shop.config.shopUrl).pathname;
});

const own = () => `/profile/requests/${requestId}`;
const studio = () => `/admin/requests/${requestId}`;
const keyIn = (html: string) => fieldsOf(html).find(([name]) => name === 'key')![1];
const write = async (visitor: Visitor, page: string, body: string, pictures: Buffer[] = []) => {
  const sent = new FormData();
  sent.set('intent', 'message');
  sent.set('key', keyIn((await visitor.get(page)).text));
  sent.set('body', body);
  for (const bytes of pictures)
    sent.append('pictures', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }));
  return visitor.ask(page, { method: 'POST', body: sent });
};

describe('the page of a custom order', () => {
  test('exists for its customer, link holders, the owner and helpers', async () => {
    for (const [visitor, page] of [
      [customer, own()],
      [shop.visitor(), link],
      [owner, studio()],
      [helper, studio()],
    ] as const) {
      const { status, text } = await visitor.get(page);
      expect([status, text.includes('Two fish, nose to nose')]).toEqual([200, true]);
    }
  });

  test('is not found by others, like one that never existed', async () => {
    const other = shop.visitor();
    await other.signUpAs(`Meera ${people}`);
    const never = `/profile/requests/${crypto.randomUUID()}`;
    expect((await other.get(own())).status).toBe(404);
    expect((await other.get(never)).status).toBe(404);
    expect((await other.post(own(), { intent: 'confirm-fabric' })).status).toBe(404);
    expect((await other.get(studio())).status).toBe(404);
    expect((await shop.visitor().get(own())).text).not.toContain('Two fish');
    expect((await shop.visitor().get('/commission/made-up')).status).toBe(404);
    expect((await shop.visitor().get(`${link}x`)).status).toBe(404);
  });

  test('by link is uncached, unindexed, and sends no referrer', async () => {
    const { headers, text } = await shop.visitor().get(link);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect((await customer.get(own())).headers.get('cache-control')).toBe('no-store');
    expect((await shop.visitor().get('/robots.txt')).text).toContain('Disallow: /commission/');
  });

  test('opens by no revoked or replaced link', async () => {
    expect((await owner.post(studio(), { intent: 'link', link: 'new' })).status).toBe(303);
    expect((await shop.visitor().get(link)).status).toBe(404);
    const anew = new URL((await linkOf(shop.systemContext(), requestId, 'email'))!, shop.config.shopUrl).pathname;
    expect((await shop.visitor().get(anew)).status).toBe(200);
    await owner.post(studio(), { intent: 'link', link: 'revoke' });
    expect((await shop.visitor().get(anew)).status).toBe(404);
    expect((await shop.visitor().post(anew, { intent: 'confirm-fabric' })).status).toBe(404);
  });
});

describe('a message', () => {
  test('with a picture is sent without JavaScript, by link too', async () => {
    const guest = shop.visitor();
    expect((await write(guest, link, 'In blue, please', [photo])).status).toBe(303);
    const { text } = await owner.get(studio());
    expect(textOf(text)).toContain('In blue, please');
    const picture = /\/admin\/requests\/[^"]+\/pictures\/([0-9a-f-]{36})/.exec(text)![1]!;
    for (const [visitor, base, status] of [
      [owner, `/admin/requests/${requestId}`, 200],
      [customer, own(), 200],
      [guest, link, 200],
      [shop.visitor(), own(), 404],
      [shop.visitor(), '/commission/made-up', 404],
      [guest, `/admin/requests/${requestId}`, 404],
    ] as const) {
      const answer = await visitor.ask(`${base}/pictures/${picture}`);
      if (base !== own() || visitor === customer) expect(answer.status).toBe(status);
      else expect(answer.headers.get('content-type')).not.toBe('image/webp');
      if (status === 200) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await write(owner, studio(), 'Blue it is')).status).toBe(303);
    expect(textOf((await customer.get(own())).text)).toContain('Blue it is');
  });

  test('without text is refused beside its field', async () => {
    const refused = await write(customer, own(), '  ');
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain('Enter a message or add a picture.');
  });

  test('sent too often is refused with the seconds to wait, pictures too', async () => {
    const upload = (key: string) => {
      const body = new FormData();
      body.set('picture', new File([new Uint8Array(photo)], 'a.jpg', { type: 'image/jpeg' }));
      return customer.ask(`${own()}/uploads/${key}`, { method: 'POST', body });
    };
    const key = keyIn((await customer.get(own())).text);
    expect((await upload(key)).status).toBe(201);
    expect((await write(customer, own(), 'One more')).status).toBe(303);
    const buckets = sql`key like 'request-%:customer:%'`;
    await shop.database.execute(
      sql`update rate_limits set tokens = -3, refilled_at = now() + interval '1 minute' where ${buckets}`,
    );
    for (const send of [() => write(customer, own(), 'And more'), () => upload(key)]) {
      const { status, headers } = await send();
      expect([status, headers.get('retry-after')]).toEqual([429, '120']);
    }
    await shop.database.execute(sql`delete from rate_limits where ${buckets}`);
  });

  test('sent twice under its key is one', async () => {
    const key = keyIn((await customer.get(own())).text);
    for (let n = 0; n < 2; n += 1)
      expect((await customer.post(own(), { intent: 'message', key, body: 'Only once' })).status).toBe(303);
    expect((await customer.get(own())).text.split('Only once').length - 1).toBeLessThanOrEqual(2);
  });

  test('is counted as new in the lists until it is seen', async () => {
    await write(owner, studio(), 'How wide should it be?');
    expect(textOf((await customer.get('/profile/requests')).text)).toContain('1 new message');
    const shown = new Map(fieldsOf((await customer.get(own())).text)).get('seen')!;
    await write(owner, studio(), 'And how long?');
    expect((await customer.post(own(), { intent: 'seen' })).status).toBe(400);
    expect((await customer.post(own(), { intent: 'seen', seen: shown })).status).toBe(200);
    expect(textOf((await customer.get('/profile/requests')).text)).toContain('1 new message');
    const { text } = await customer.get(own());
    const seen = new Map(fieldsOf(text)).get('seen')!;
    const answer = { intent: 'message', key: keyIn(text), seen, body: 'A hand' };
    expect((await customer.post(own(), answer)).status).toBe(303);
    expect(textOf((await customer.get('/profile/requests')).text)).not.toContain('1 new message');
    expect(textOf((await owner.get(studio())).text)).toContain('Seen');
  });
});

const quote = {
  intent: 'quote',
  included: '',
  freeChanges: '1',
  earliestFinish: '2099-12-24',
  validDays: '14',
  advance: '',
  feeBeforePainting: '0',
  feeOncePainting: '100',
  workHours: '8',
  'lines.0.kind': 'painting',
  'lines.0.title': 'Two fish',
  'lines.0.amount': '5000',
  withoutPrice: 'fabric',
};

const address = { street: '4 Mall Road', zipCode: '263601', city: 'Almora', state: 'Uttarakhand' };

test('both lists say who must answer what, and until when', async () => {
  const list = async (visitor: Visitor, address: string) => textOf((await visitor.get(address)).text);
  const [mine, pending] = ['/profile/requests', `/admin/requests?q=Asha+${people}`];
  expect(await list(customer, mine)).toMatch(/We’ll reply by \d+ \w+/);
  expect(await list(owner, pending)).toMatch(/Reply by \d+ \w+/);
  await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
  expect(await list(customer, mine)).toMatch(/Your quote is ready\. Reply by \d+ \w+/);
  expect(await list(owner, pending)).toContain('No requests to answer');
  expect(await list(owner, `${pending}&status=with-customer`)).toMatch(/Waiting for Asha, until \d+ \w+/);
});

test('the quote suggests hours and a calendar date; typed values win', async () => {
  const fields = async () => Object.fromEntries(fieldsOf((await owner.get(studio())).text));
  const { workHours, earliestFinish } = await fields();
  const work = { category: 'Fabric Painting', medium: 'fabric', wantStitching: false } as const;
  expect(workHours).toBe(String(hoursOf(await getSettings(shop.systemContext()), work)));
  expect(earliestFinish).toBe(await earliestFinishOf(shop.systemContext(), work));
  const wrong = { ...quote, key: crypto.randomUUID(), 'lines.0.amount': 'much', workHours: '3' };
  const refused = Object.fromEntries(fieldsOf(await (await owner.post(studio(), wrong)).text()));
  expect(refused).toMatchObject({ workHours: '3', earliestFinish: '2099-12-24' });
  await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
  expect((await fields()).earliestFinish).toBe('2099-12-24');
});

test('prepares a WhatsApp text with the link, in English and Hindi', async () => {
  const textAt = async (page: string) => textOf((await owner.get(page)).text);
  const address = (await linkOf(shop.systemContext(), requestId, 'shared'))!;
  expect(await textAt(studio())).toContain(address);
  expect(await textAt(studio())).toMatch(/Namaste Asha, this is .* Thank you for your request/);
  await owner.post(studio(), { intent: 'notes', notes: '', quote: '1800' });
  expect(await textAt(studio())).toContain('is ready: ₹1,800. Would you like to accept it');
  await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
  expect(await textAt(studio())).toContain(`is ready: ₹5,000. Accept it or ask for a change here`);
  expect(await textAt(studio())).toContain(address);
  await owner.post('/admin', { intent: 'language', language: 'hi', returnTo: studio() });
  expect(await textAt(studio())).toMatch(/नमस्ते Asha जी.*कोटेशन तैयार है: ₹5,000/);
  await owner.post('/admin', { intent: 'language', language: 'en', returnTo: studio() });
  await owner.post(studio(), { intent: 'link', link: 'revoke' });
  expect(await textAt(studio())).toContain(`${shop.config.shopUrl}${own()}`);
});

test('quick search and its former address lead to the request', async () => {
  const name = `Kamla Bisht ${people}`;
  const asked = {
    key: crypto.randomUUID(),
    artworkId,
    userId: null,
    email: 'kamla@bisvar.example',
    phone: '9876543210',
  };
  const found = await insertRequest(shop.systemContext(), { ...asked, kind: 'out-of-stock', name, message: '' });
  const page = `/admin/requests/${found!.requestId}`;
  const search = async () => (await owner.get(`/admin/search?q=${encodeURIComponent(name)}`)).text;
  expect(await search()).toContain(`href="${page}"`);
  expect((await write(owner, page, 'In which size?')).status).toBe(303);
  expect(await search()).toContain(`href="${page}"`);
  const former = await owner.ask(`${page}/commission`);
  expect([former.status, former.headers.get('location')]).toEqual([301, page]);
  expect((await customer.ask(`${page}/commission`)).status).toBe(404);
});

test('a withdrawn stage photo returns to its form, removable, and nowhere else', async () => {
  await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
  const quoteId = fieldsOf((await customer.get(own())).text).find(([name]) => name === 'quoteId')![1];
  const accepted = { intent: 'accept', quoteId, name: 'Asha Rawat', phone: '9876543210', ...address, terms: 'yes' };
  expect((await customer.post(own(), accepted)).status).toBe(303);
  const stageForm = async () =>
    (await owner.get(studio())).text.split('<form').find((form) => form.includes('name="stage"'))!;
  const [, key] = /name="key" value="([0-9a-f-]{36})"/.exec(await stageForm())!;
  const stage = new FormData();
  for (const [name, value] of Object.entries({ intent: 'stage', stage: 'design', note: '', key: key! }))
    stage.set(name, value);
  stage.set('stagePictures', new File([new Uint8Array(photo)], 'a.jpg', { type: 'image/jpeg' }));
  expect((await owner.ask(studio(), { method: 'POST', body: stage })).status).toBe(303);
  expect(await stageForm()).not.toContain('name="picture"');

  expect((await owner.post(studio(), { intent: 'undo-stage' })).status).toBe(303);
  const [, picture] = /name="picture" value="([0-9a-f-]{36})"/.exec(await stageForm())!;
  const [, src] = new RegExp(`src="([^"]*${picture})"`).exec(await stageForm())!;
  expect((await owner.ask(src!)).status).toBe(200);
  expect((await customer.get(own())).text).not.toContain(picture);
  const without = { intent: 'stage', stage: 'design', note: '', key: key!, remove: picture! };
  await owner.post(studio(), without);
  expect(await stageForm()).not.toContain(picture);
});

describe('the work', () => {
  const agree = async () => {
    await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    const guest = shop.visitor();
    const quoteId = fieldsOf((await guest.get(link)).text).find(([name]) => name === 'quoteId')![1];
    const accepted = { intent: 'accept', quoteId, name: 'Asha Rawat', phone: '9876543210', ...address, terms: 'yes' };
    expect((await guest.post(link, accepted)).status).toBe(303);
  };

  test('offers the next stage', async () => {
    await agree();
    const offered = async () => Object.fromEntries(fieldsOf((await owner.get(studio())).text)).stage;
    expect(await offered()).toBe('fabric-in');
    const design = { intent: 'stage', key: crypto.randomUUID(), stage: 'design', note: '' };
    expect((await owner.post(studio(), design)).status).toBe(303);
    expect(await offered()).toBe('painting');
  });

  const orderOf = async () => {
    const [row] = await shop.database
      .select({ id: orders.id, orderNumber: orders.orderNumber })
      .from(orders)
      .innerJoin(orderRequests, eq(orderRequests.orderId, orders.id))
      .where(eq(orderRequests.id, requestId));
    return row!;
  };

  test('refuses a quote for a past day at its field', async () => {
    const refused = await owner.post(studio(), { ...quote, key: crypto.randomUUID(), earliestFinish: '2020-01-31' });
    expect([refused.status, textOf(await refused.text()).includes('Choose today or a later day.')]).toEqual([
      400,
      true,
    ]);
  });

  test('tracking shows the accepted date, and the page its shipment', async () => {
    await agree();
    const { id: orderId, orderNumber } = await orderOf();
    const tracking = async () => textOf((await customer.get(`/track-order?order=${orderNumber}`)).text);
    expect(await tracking()).toContain('Ready from 24 December 2099');
    expect(textOf((await customer.get(own())).text)).not.toContain('Follow your parcel');

    await inTransaction(shop.systemContext(), (shop) =>
      settleByBank(shop, { orderId, amount: rupees(5000), reference: newReference(), reason: 'Found in the bank' }),
    );
    const parcel = { carrier: 'DTDC', trackingNumber: 'D12345678' };
    const shipped = await setOrderStatus(shop.systemContext(), { orderId, status: 'shipped', parcel });
    expect(shipped.ok).toBe(true);
    expect(await tracking()).not.toContain('Ready from');
    expect(textOf((await customer.get(own())).text)).toMatch(/DTDC.*Follow your parcel/);
  });

  test('the page says how many free changes of the design are left', async () => {
    await agree();
    const showDesign = () =>
      owner.post(studio(), {
        intent: 'stage',
        key: crypto.randomUUID(),
        stage: 'design',
        note: '',
        asksApproval: 'yes',
      });
    const page = async () => (await customer.get(own())).text;
    expect((await showDesign()).status).toBe(303);
    const asked = await page();
    expect(textOf(asked)).toContain('1 free change is left.');
    const updateId = fieldsOf(asked).find(([name]) => name === 'updateId')![1];
    const change = { intent: 'want-change', updateId, changeWanted: 'Larger fish' };
    expect((await customer.post(own(), change)).status).toBe(303);
    expect((await showDesign()).status).toBe(303);
    expect(textOf(await page())).toContain('No free changes are left');
  });

  test('wrongly recorded fabric can be corrected until its customer confirms it', async () => {
    await shop.database
      .update(orderRequests)
      .set({ fabricSource: 'client_provided' })
      .where(eq(orderRequests.id, requestId));
    await agree();
    const receive = async (metres: string) =>
      (await owner.post(studio(), { intent: 'receive-fabric', key: crypto.randomUUID(), metres, marks: '' })).status;
    expect(await receive('25')).toBe(303);
    expect((await owner.get(studio())).text).toContain('Fabric received');
    expect(await receive('2.5')).toBe(303);
    expect(textOf((await customer.get(own())).text)).toContain('2.50 m');
    expect((await customer.post(own(), { intent: 'confirm-fabric' })).status).toBe(303);
    expect((await owner.get(studio())).text).not.toContain('Metres received');
  });
});

test('a corrected quote after a lost answer shows the sent one first', async () => {
  const key = crypto.randomUUID();
  expect((await owner.post(studio(), { ...quote, key })).status).toBe(303);
  const corrected = { ...quote, included: 'Two changes of colours', key };
  const refused = await owner.post(studio(), corrected);
  const page = await refused.text();
  expect([refused.status, textOf(page).includes('already sent quote 1 for ₹5,000 from this form')]).toEqual([
    409,
    true,
  ]);
  const form = page.split('<form').find((each) => each.includes('name="included"'))!;
  expect(form).toContain('Two changes of colours');
  const [, nextKey] = /name="key" value="([0-9a-f-]{36})"/.exec(form)!;
  expect((await owner.post(studio(), { ...corrected, key: nextKey! })).status).toBe(303);
  expect(textOf((await customer.get(own())).text)).toContain('Two changes of colours');
});

test('a stage photo is public only with consent, and deleted on withdrawal', async () => {
  await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
  const quoteId = fieldsOf((await customer.get(own())).text).find(([name]) => name === 'quoteId')![1];
  const accepted = { intent: 'accept', quoteId, name: 'Asha Rawat', phone: '9876543210', ...address, terms: 'yes' };
  expect((await customer.post(own(), accepted)).status).toBe(303);
  const stage = new FormData();
  for (const [name, value] of Object.entries({ intent: 'stage', stage: 'design', note: '', key: crypto.randomUUID() }))
    stage.set(name, value);
  stage.set('stagePictures', new File([new Uint8Array(photo)], 'a.jpg', { type: 'image/jpeg' }));
  expect((await owner.ask(studio(), { method: 'POST', body: stage })).status).toBe(303);
  const pictureId = /\/pictures\/([0-9a-f-]{36})/.exec((await owner.get(studio())).text)![1]!;
  const show = { intent: 'show-photo', pictureId };
  const refused = await owner.post(studio(), show);
  expect([refused.status, textOf(await refused.text()).includes('has not allowed photos')]).toEqual([409, true]);
  expect((await customer.post(own(), show)).status).toBe(400);

  await customer.post(own(), { intent: 'consent', consent: 'yes' });
  for (let n = 0; n < 2; n += 1) expect((await owner.post(studio(), show)).status).toBe(303);
  const [, libraryId] = /\/admin\/media\/([0-9a-f-]{36})/.exec((await owner.get(studio())).text)!;
  const entry = textOf((await owner.get(`/admin/media/${libraryId}`)).text);
  expect(entry).toMatch(/The customer allowed it on/);
  const [copy] = await picturesNamedFrom(shop.systemContext(), 'commission-');
  const { url } = copy!;
  await shop.database
    .update(artworks)
    .set({ images: ['/media/none.webp', url], mainImageIndex: 1 })
    .where(eq(artworks.id, artworkId));

  await customer.post(own(), { intent: 'consent', consent: 'no' });
  await vi.waitFor(async () => expect((await owner.get(`/admin/media/${libraryId}`)).status).toBe(404), 10_000);
  const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
  expect(artwork).toMatchObject({ images: ['/media/none.webp'], mainImageIndex: 0 });
  expect((await shop.visitor().ask(url)).status).toBe(404);
  expect((await owner.post(studio(), show)).status).toBe(409);
});

describe('a quote', () => {
  test('asks before leaving out part of the request, without JavaScript', async () => {
    const { withoutPrice, ...unasked } = quote;
    const key = crypto.randomUUID();
    const refused = await owner.post(studio(), { ...unasked, key });
    const html = await refused.text();
    expect([refused.status, textOf(html).includes('No price for fabric. Add it, or send without it.')]).toEqual([
      400,
      true,
    ]);
    expect(Object.fromEntries(fieldsOf(html))).toMatchObject({ withoutPrice, 'lines.0.amount': '5000' });
    expect((await owner.post(studio(), { ...unasked, key, withoutPrice })).status).toBe(303);
  });

  test('is written with changing lines without JavaScript, half in advance, and accepted', async () => {
    const key = crypto.randomUUID();
    const more = await (await owner.post(studio(), { ...quote, key, intent: 'add-line' })).text();
    expect(Object.fromEntries(fieldsOf(more))).toMatchObject({ 'lines.0.amount': '5000', 'lines.1.amount': '' });
    const wrong = await owner.post(studio(), { ...quote, key, 'lines.0.amount': 'much' });
    expect([wrong.status, textOf(await wrong.text()).includes('Enter the amount in rupees')]).toEqual([400, true]);
    expect((await owner.post(studio(), { ...quote, key })).status).toBe(303);

    const guest = shop.visitor();
    const { text } = await guest.get(link);
    expect(textOf(text)).toMatch(/₹5,000.*₹2,500/);
    const quoteId = fieldsOf(text).find(([name]) => name === 'quoteId')![1];
    const accepted = { intent: 'accept', quoteId, name: 'Asha Rawat', phone: '9876543210', ...address };
    const refused = await guest.post(link, accepted);
    expect([refused.status, textOf(await refused.text()).includes('Please accept the quote and the terms')]).toEqual([
      400,
      true,
    ]);
    expect((await guest.post(link, { ...accepted, terms: 'yes' })).status).toBe(303);
    expect(textOf((await guest.get(link)).text)).toContain('Pay the advance, ₹2,500');
    expect((await guest.get(`${link}/pay`)).status).toBe(200);

    const mine = await customer.get('/profile/orders');
    expect(mine.text).toContain(`href="${own()}?cancel=1#cancel"`);
    const [order] = await shop.database
      .select()
      .from(orders)
      .innerJoin(orderRequests, eq(orderRequests.orderId, orders.id))
      .where(eq(orderRequests.id, requestId));
    const { id: orderId } = order!.orders;
    const there = await customer.post('/profile/orders', { orderId });
    expect([there.status, textOf(await there.text()).includes('Cancel it there')]).toEqual([409, true]);
    expect(textOf((await customer.get(`${own()}?cancel=1`)).text)).toContain('Under the quote’s terms we keep nothing');
    const cancel = { intent: 'cancel', reason: '' };
    const [, shownFee] = fieldsOf((await customer.get(own())).text).find(([name]) => name === 'cancellationFee')!;
    expect((await customer.post(own(), { ...cancel, cancellationFee: '100' })).status).toBe(409);
    expect((await customer.post(own(), { ...cancel, cancellationFee: shownFee })).status).toBe(303);
    const [after] = await shop.database.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
    expect(after).toEqual({ status: 'cancelled' });
  });

  test('after another starts with the usual advance or its own', async () => {
    const advance = async () => Object.fromEntries(fieldsOf((await owner.get(studio())).text)).advance;
    await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    expect(await advance()).toBe('');
    await owner.post(studio(), { ...quote, key: crypto.randomUUID(), advance: '1000' });
    expect(await advance()).toBe('1000');
  });

  test('replacing another is accepted from the refused form', async () => {
    const send = () => owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    const quoteIn = (html: string) => fieldsOf(html).find(([name]) => name === 'quoteId')![1];
    await send();
    const first = quoteIn((await customer.get(own())).text);
    await send();
    const accepted = { intent: 'accept', name: 'Asha Rawat', phone: '9876543210', ...address, terms: 'yes' };
    const refused = await customer.post(own(), { ...accepted, quoteId: first });
    const html = await refused.text();
    expect([refused.status, textOf(html).includes('There is a newer quote')]).toEqual([409, true]);
    expect((await customer.post(own(), { ...accepted, quoteId: quoteIn(html) })).status).toBe(303);
  });

  test('can only be written by the studio', async () => {
    const sent = { ...quote, key: crypto.randomUUID() };
    expect((await customer.post(own(), sent)).status).toBe(400);
    expect((await customer.post(studio(), sent)).status).toBe(404);
  });
});

describe('through a link', () => {
  const sharedLink = async () =>
    new URL((await linkOf(shop.systemContext(), requestId, 'shared'))!, shop.config.shopUrl).pathname;
  const agreeBy = async (page: string) => {
    await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    const quoteId = fieldsOf((await shop.visitor().get(page)).text).find(([name]) => name === 'quoteId')![1];
    const accepted = { intent: 'accept', quoteId, name: 'Asha Rawat', phone: '9876543210', ...address, terms: 'yes' };
    expect((await shop.visitor().post(page, accepted)).status).toBe(303);
    const [order] = await shop.database.select().from(orders).where(eq(orders.draftKey, requestId));
    return order!;
  };

  test('a request is withdrawn without a password', async () => {
    expect((await shop.visitor().get(link)).text).toContain('Withdraw this request');
    expect((await shop.visitor().post(link, { intent: 'withdraw' })).status).toBe(303);
    expect(textOf((await customer.get(own())).text)).toContain('Withdrawn');
  });

  test('keeps the account’s password and session, and joins at sign-in', async () => {
    const setVerified = (emailVerified: boolean) =>
      shop.database.update(authUsers).set({ emailVerified }).where(eq(authUsers.id, userId));
    const [{ userId } = { userId: '' }] = await shop.database
      .select({ userId: userProfiles.id })
      .from(userProfiles)
      .innerJoin(orderRequests, eq(orderRequests.email, userProfiles.email))
      .where(eq(orderRequests.id, requestId));
    await setVerified(false);
    const order = await agreeBy(link);
    expect(order.userId).toBeNull();
    expect((await customer.get('/profile')).status).toBe(200);
    await setVerified(true);
    await customer.get(own());
    await vi.waitFor(async () => {
      const [joined] = await shop.database.select().from(orders).where(eq(orders.id, order.id));
      expect(joined!.userId).toBe(userId);
    }, 10_000);
  });

  test('shows the studio only the shared link, never the emailed one', async () => {
    await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    const { text } = await owner.get(studio());
    expect(text).toContain(await sharedLink());
    expect(text).not.toContain(link);
    await vi.waitFor(async () => {
      const [mail] = await shop.database.select().from(messages).where(eq(messages.requestId, requestId));
      expect(mail!.bodyText).toContain(link);
      expect((await helper.get(`/admin/messages/${mail!.id}`)).text).not.toContain(link.split('.')[1]);
    }, 10_000);
  });

  test('the emailed link directs a refund; a shared one only shows it', async () => {
    const { id: orderId } = await agreeBy(link);
    await inTransaction(shop.systemContext(), (shop) =>
      settleByBank(shop, { orderId, amount: rupees(2500), reference: newReference(), reason: 'Found in the bank' }),
    );
    await owner.post(studio(), { intent: 'cancel', reason: 'No more of this silk' });
    const direct = (address: string, upiId: string) =>
      shop
        .visitor()
        .post(address, { intent: 'refund-destination', upiId, accountHolder: '', accountNumber: '', ifsc: '' });
    const page = async (address: string) => textOf((await shop.visitor().get(address)).text);
    expect(await page(link)).toMatch(/We owe you ₹2,500 ?\. Tell us where to send it\./);
    expect(await page(await sharedLink())).toContain(
      'Tell us where to send it under My Orders or by the link in our email.',
    );
    expect((await direct(await sharedLink(), 'mallory@okicici')).status).toBe(409);
    expect((await direct(link, 'asha@okaxis')).status).toBe(409);
    const fields = {
      intent: 'refund-destination',
      upiId: 'asha@okaxis',
      accountHolder: '',
      accountNumber: '',
      ifsc: '',
    };
    expect((await customer.post(own(), fields)).status).toBe(303);
    for (const address of [link, await sharedLink()])
      expect(await page(address)).toContain('We’ll send it to as…@okaxis');
  });

  test('accepts a reference sent after cancelling, and searches for it', async () => {
    await agreeBy(link);
    expect((await shop.visitor().post(link, { intent: 'cancel', reason: '' })).status).toBe(303);
    expect((await shop.visitor().get(link)).text).toContain(`${link}/pay`);
    const { text } = await shop.visitor().get(`${link}/pay`);
    expect(text).toContain('Did you pay again? Send us the reference');
    const reference = { paymentReferenceId: newReference() };
    expect((await shop.visitor().post(`${link}/pay`, reference)).status).toBe(303);
  });

  test('an expired quote names its day and asks for a new one', async () => {
    await owner.post(studio(), { ...quote, key: crypto.randomUUID() });
    const validUntil = new Date('2026-01-03T23:59:59.999+05:30');
    await shop.database.update(quotes).set({ validUntil }).where(eq(quotes.requestId, requestId));
    const { text } = await shop.visitor().get(link);
    expect(textOf(text)).toContain('This quote expired on 3 January 2026. Its prices no longer apply.');
    expect(textOf(text)).not.toContain('when you agree');
    const [quoteId, asked] = ['quoteId', 'text'].map((name) => fieldsOf(text).find(([each]) => each === name)![1]);
    const accepted = {
      intent: 'accept',
      quoteId: quoteId!,
      name: 'Asha',
      phone: '9876543210',
      ...address,
      terms: 'yes',
    };
    const refused = await shop.visitor().post(link, accepted);
    expect([refused.status, textOf(await refused.text()).includes('expired on 3 January 2026')]).toEqual([409, true]);
    expect((await shop.visitor().post(link, { intent: 'ask-change', quoteId: quoteId!, text: asked! })).status).toBe(
      303,
    );
    expect(textOf((await owner.get(studio())).text)).toContain('Please send me a new quote. This one has expired.');
  });

  test('too many wrong links get a time to wait, and the right one opens', async () => {
    const guest = shop.visitor();
    let answer = await guest.get(`${link}x`);
    for (let n = 0; n < 40 && answer.status === 404; n += 1) answer = await guest.get(`${link}x`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(textOf(answer.text)).toContain('Too many invalid links. Try again in');
    expect(answer.text).not.toContain('We couldn’t find that page');
    for (const right of [link, await sharedLink()]) expect((await guest.get(right)).status).toBe(200);
  });
});

test('the list begins with what has waited longest', async () => {
  const [first, second] = [await sentOn('2026-01-02T10:00:00Z'), await sentOn('2026-01-03T10:00:00Z')];
  const { text } = await owner.get('/admin/requests');
  const places = [first, second].map((id) => text.indexOf(`/admin/requests/${id}`));
  expect(places[0]).toBeGreaterThan(-1);
  expect(places[0]).toBeLessThan(places[1]!);
});

test('nothing claims to be emailed while email is not set up', async () => {
  const shown = textOf((await owner.get(`/admin/requests/${requestId}?done=quoted`)).text);
  expect(shown).toContain('Quote sent. Email isn’t set up yet, so tell the customer yourself.');
});

async function sentOn(day: string): Promise<string> {
  const contact = { name: 'Bina Negi', email: 'bina@example.in', phone: '9812345670' };
  const { requestId: id } = (await insertRequest(shop.systemContext(), {
    kind: 'custom',
    userId: null,
    artworkId,
    ...contact,
    message: 'A stole, please',
  }))!;
  await shop.database
    .update(orderRequests)
    .set({ createdAt: new Date(day) })
    .where(eq(orderRequests.id, id));
  return id;
}
