import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayInIndia, formatDay } from '#app/basics/india.ts';
import { rupees } from '#app/basics/money.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderRequestImages } from '#app/modules/requests/requests/tables.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { makeAdmin, openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const sentUnder = (key: string) => sql`${orderRequests.id} = (
  select (answer ->> 'id')::uuid from idempotency_keys where scope = 'custom-order' and key = ${key}::uuid)`;

let shop: RequestShop;
let fabric: string;
let gone: string;
let fabricAddress: string;
let goneAddress: string;
let photo: Buffer;
beforeAll(async () => {
  shop = await openRequestShop({ SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  const artwork = { images: ['/media/none.webp'], price: rupees(4_200) };
  const rows = await shop.database
    .insert(artworks)
    .values([
      { ...artwork, title: 'Fish Dupatta', medium: 'fabric', category: 'Fabric Painting' },
      { ...artwork, title: 'Gone Marigolds', medium: 'oil', category: 'Oil Painting', stockCount: 0 },
    ])
    .returning({ id: artworks.id, slug: artworks.slug });
  [fabric, gone] = rows.map(({ id }) => id) as [string, string];
  goneAddress = `/artwork/${rows[1]!.slug}`;
  fabricAddress = `/artwork/${rows[0]!.slug}`;
  photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
}, 60_000);
afterAll(() => shop.close());

const FORM = '6e0a4c50-6f0f-4f0e-9a55-3f1d1d0f8a11';
const upload = (
  visitor: Visitor,
  bytes: Uint8Array = photo,
  headers: Record<string, string> = {},
  form = FORM,
  key?: string,
) => {
  const body = new FormData();
  if (key) body.set('key', key);
  body.set('picture', new File([new Uint8Array(bytes)], 'sky.jpg', { type: 'image/jpeg' }));
  return visitor.ask(`/custom-order/pictures/${form}`, { method: 'POST', body, headers });
};
const remove = (visitor: Visitor, id: string, form = FORM) => {
  const body = new URLSearchParams({ intent: 'remove', id });
  return visitor.ask(`/custom-order/pictures/${form}`, { method: 'POST', body });
};
const uploadedBy = async (visitor: Visitor, form = FORM) =>
  ((await (await upload(visitor, photo, {}, form)).json()) as { id: string }).id;
const keyOf = (html: string) => fieldsOf(html).find(([name]) => name === 'key')![1];
const answers = {
  fabricSource: 'client_provided',
  fabricNotes: '',
  designStyle: 'A lotus',
  wantStitching: 'no',
  name: 'Meera',
  email: 'meera@example.in',
  phone: '9876543210',
};
const seen = async (visitor: Visitor, id: string, address = `/inspiration/${id}`) => {
  const response = await visitor.ask(address);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
    length: (await response.arrayBuffer()).byteLength,
  };
};

describe('an inspiration picture', () => {
  test('is not found by other visitors', async () => {
    const sender = shop.visitor();
    await sender.signUpAs('Asha Rawat');
    const page = await sender.get(`/custom-order?piece=${fabric}`);
    const key = keyOf(page.text);
    const waits = (known: string) => `/custom-order/pictures/${key}/${known}`;
    const id = await uploadedBy(sender, key);
    expect(await seen(sender, id, waits(id))).toMatchObject({ status: 200, type: 'image/webp', cache: 'no-store' });
    expect((await sender.post(`/custom-order?piece=${fabric}`, { ...answers, key, artworkId: fabric })).status).toBe(
      200,
    );
    expect(await (await sender.ask(`/custom-order/pictures/${key}`)).json()).toEqual([]);

    const [guest, other, admin] = [shop.visitor(), shop.visitor(), shop.visitor()];
    await other.signUpAs('Meera Bisht');
    await uploadedBy(other, key);
    await makeAdmin(shop, (await admin.signUpAs('Kamla Bisht')).email);
    expect(await seen(sender, id)).toMatchObject({ status: 200, type: 'image/webp', cache: 'no-store' });
    expect(await seen(admin, id)).toMatchObject({ status: 200 });
    for (const stranger of [guest, other]) {
      const never = await seen(stranger, crypto.randomUUID());
      expect(never.status).toBe(404);
      expect(await seen(stranger, id)).toEqual(never);
      expect(await seen(stranger, 'x')).toEqual(never);
      expect(await seen(stranger, id, waits(id))).toEqual(await seen(stranger, id, waits(crypto.randomUUID())));
    }
  });

  test('belongs to its uploader by an HttpOnly cookie; others cannot delete it', async () => {
    const [uploader, other] = [shop.visitor(), shop.visitor()];
    const response = await upload(uploader);
    expect(response.status).toBe(201);
    expect(response.headers.get('set-cookie')).toMatch(/^inspiration_key=[0-9a-f-]{36}; .*HttpOnly/);
    const { id } = (await response.json()) as { id: string };
    await uploadedBy(other);
    const address = `/custom-order/pictures/${FORM}/${id}`;
    expect(await (await remove(other, id)).json()).toEqual({ ok: true });
    expect(await seen(uploader, id, address)).toMatchObject({ status: 200 });
    expect(await (await remove(uploader, id)).json()).toEqual({ ok: true });
    expect((await seen(uploader, id, address)).status).toBe(404);
  });

  test('is one per key, which can delete it; other keys are refused', async () => {
    const visitor = shop.visitor();
    await upload(visitor);
    const [form, key] = [crypto.randomUUID(), crypto.randomUUID()];
    const address = `/custom-order/pictures/${form}`;
    const sent = await (await upload(visitor, photo, {}, form, key)).json();
    expect(await (await upload(visitor, photo, {}, form, key)).json()).toEqual(sent);
    expect((await upload(visitor, photo, {}, form, 'mine')).status).toBe(400);
    expect(await (await visitor.ask(address)).json()).toHaveLength(1);
    expect((await remove(visitor, key, form)).status).toBe(200);
    expect(await (await visitor.ask(address)).json()).toEqual([]);
  });

  test('is sent with its own form’s request, beside another open form', async () => {
    const visitor = shop.visitor();
    const forms = [crypto.randomUUID(), crypto.randomUUID()];
    const chosen: string[][] = [];
    for (const form of forms) {
      const ids = [];
      for (let n = 0; n < 4; n++) ids.push(await uploadedBy(visitor, form));
      chosen.push(ids);
    }
    for (const [nth, key] of forms.entries()) {
      const waiting = (await (await visitor.ask(`/custom-order/pictures/${key}`)).json()) as { id: string }[];
      expect(waiting.map(({ id }) => id)).toEqual(chosen[nth]);
      const email = 'nanda@example.in';
      await visitor.post(`/custom-order?piece=${fabric}`, { ...answers, email, key, artworkId: fabric });
      const sent = await shop.database
        .select({ id: orderRequestImages.id })
        .from(orderRequestImages)
        .innerJoin(orderRequests, eq(orderRequests.id, orderRequestImages.requestId))
        .where(sentUnder(key))
        .orderBy(orderRequestImages.position);
      expect(sent.map(({ id }) => id)).toEqual(chosen[nth]);
    }
  });

  test('is hidden on a shared phone after its sender signs out', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Meera Joshi');
    await upload(visitor, photo);
    expect(visitor.cookies.has('inspiration_key')).toBe(true);
    await visitor.post('/logout', {});
    expect(visitor.cookies.has('inspiration_key')).toBe(false);
  });

  test('is not among the shop’s pictures, in any spelling', async () => {
    const visitor = shop.visitor();
    const id = await uploadedBy(visitor);
    const [image] = await shop.database.select().from(orderRequestImages).where(eq(orderRequestImages.id, id));
    expect(await readdir(join(shop.config.dataDirectory, 'media', 'inspiration'))).toContain(
      image!.filePath.split('/')[1],
    );
    for (const name of [
      image!.filePath,
      encodeURIComponent(image!.filePath),
      image!.filePath.replace('/', '%2f'),
      `./${image!.filePath}`,
      `/${image!.filePath}`,
    ])
      expect((await visitor.ask(`/media/${name}`)).status).toBe(404);
  });

  test('of 5 MB, wrong type, sixth, cross-site or huge is refused', async () => {
    const visitor = shop.visitor();
    const refusal = async (bytes: Uint8Array) => (await upload(visitor, bytes)).json();
    expect(await refusal(Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024 - photo.length)]))).toMatchObject({
      ok: false,
      message: 'Image size must be less than 5MB',
    });
    expect(await refusal(Buffer.from('<svg/>'))).toMatchObject({ ok: false, message: 'Please select an image file' });
    expect((await upload(visitor, Buffer.alloc(7 * 1024 * 1024))).status).toBe(413);
    expect(
      (await upload(visitor, photo, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })).status,
    ).toBe(403);
    for (let n = 0; n < 5; n++) expect((await upload(visitor)).status).toBe(201);
    expect(await refusal(photo)).toMatchObject({
      ok: false,
      message: 'At most 5 pictures. Remove one to add another.',
    });
  });
});

describe('a custom order without JavaScript', () => {
  const post = (
    visitor: Visitor,
    fields: Record<string, string>,
    files: File[] = [],
    more: [string, string][] = [],
  ) => {
    const body = new FormData();
    for (const [name, value] of [...Object.entries(fields), ...more]) body.append(name, value);
    for (const file of files) body.append('inspiration', file);
    return visitor.ask(`/custom-order?piece=${fabric}`, { method: 'POST', body });
  };

  test('is sent with pictures; errors keep both, and a repeat adds nothing', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get(`/custom-order?piece=${fabric}`);
    expect(textOf(page.text)).toContain('Fish Dupatta');
    const fields = { ...answers, key: keyOf(page.text), artworkId: fabric };
    const files = ['one.jpg', 'two.jpg'].map((name) => new File([new Uint8Array(photo)], name, { type: 'image/jpeg' }));
    const wrong = await post(visitor, { ...fields, phone: '' }, files);
    expect(wrong.status).toBe(400);
    const again = await wrong.text();
    expect(textOf(again)).toContain('Please provide your name, email, and phone.');
    expect(again).toContain('A lotus</textarea>');
    const pictures = [...again.matchAll(/src="\/custom-order\/pictures\/[0-9a-f-]{36}\/([0-9a-f-]{36})/g)].map(
      ([, id]) => id!,
    );
    expect(pictures).toHaveLength(2);
    const sent = await post(visitor, fields, [], [['remove', pictures[0]!]]);
    expect([sent.status, textOf(await sent.text()).includes('Request Received')]).toEqual([200, true]);
    await post(visitor, fields);
    const stored = await shop.database.select().from(orderRequests).where(sentUnder(fields.key!));
    expect(stored).toMatchObject([
      {
        kind: 'custom',
        userId: null,
        fabricSource: 'client_provided',
        wantStitching: false,
        message: 'Fabric source: Provided by the customer\nFabric notes: None\nDesign: A lotus\nStitching: No',
      },
    ]);
    expect(
      await shop.database
        .select({ id: orderRequestImages.id })
        .from(orderRequestImages)
        .where(eq(orderRequestImages.requestId, stored[0]!.id)),
    ).toEqual([{ id: pictures[1] }]);
  });

  test('shows the finish date, and accepts a deadline and remembered measurements', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Hema Negi');
    const address = `/custom-order?piece=${fabric}`;
    const page = await visitor.get(address);
    expect(textOf(page.text)).toMatch(/Could be ready by \d+ \w+ \d{4}\./);
    const fields = {
      ...answers,
      key: keyOf(page.text),
      artworkId: fabric,
      wantStitching: 'yes',
      measurements: 'Bust 92 cm',
      keepMeasurements: 'on',
    };
    const over = await post(visitor, { ...fields, neededBy: '2020-01-01' });
    const again = await over.text();
    expect([over.status, textOf(again).includes('Choose a day from today on.')]).toEqual([400, true]);
    expect(again).toContain('Bust 92 cm</textarea>');
    expect(again).toMatch(/name="keepMeasurements"[^>]* checked|checked=""[^>]* name="keepMeasurements"/);
    const neededBy = dayInIndia(new Date());
    const sent = await post(visitor, { ...fields, neededBy });
    const received = textOf(await sent.text());
    expect(received).toContain('Request Received');
    expect(received).toContain(`You need it by ${formatDay(neededBy)}, but the earliest we can finish is`);
    const [stored] = await shop.database.select().from(orderRequests).where(sentUnder(fields.key!));
    expect(stored).toMatchObject({ measurements: 'Bust 92 cm', neededBy });
    expect(stored!.message).toContain(`Stitching: Yes\nMeasurements: Bust 92 cm\nNeeded by: ${formatDay(neededBy)}`);
    expect(textOf((await visitor.get('/profile/requests')).text)).toContain(`Needed by: ${formatDay(neededBy)}`);
    expect((await visitor.get(address)).text).toContain('Bust 92 cm</textarea>');
    expect(textOf((await visitor.get('/profile')).text)).toContain('Measurements Bust 92 cm');
    const person = {
      name: 'Hema Negi',
      email: 'hema.negi@example.in',
      phone: '',
      street: '',
      city: '',
      state: '',
      zipCode: '',
    };
    expect((await visitor.post('/profile?index', person)).status).toBe(303);
    expect(textOf((await visitor.get('/profile')).text)).toContain('Measurements Bust 92 cm');
    expect((await visitor.post('/profile?index', { ...person, measurements: '' })).status).toBe(303);
    expect(textOf((await visitor.get('/profile')).text)).toContain('Measurements No measurements saved');

    const owner = shop.visitor();
    await makeAdmin(shop, (await owner.signUpAs('Leela Bisht')).email);
    const details = textOf((await owner.get(`/admin/requests/${stored!.id}`)).text);
    expect(details).toContain('Measurements Bust 92 cm');
    expect(details).toContain(`Needed by ${formatDay(neededBy)}`);
    expect(textOf((await owner.get('/admin/calendar')).text)).toContain('20 hours a week · No accepted work');
    expect((await visitor.get('/admin/calendar')).status).toBe(404);
  });

  test('without a piece is refused in the specified words', async () => {
    const visitor = shop.visitor();
    const response = await post(visitor, { ...answers, key: crypto.randomUUID(), artworkId: '' });
    expect([
      response.status,
      textOf(await response.text()).includes('Please start a custom order from a product to submit.'),
    ]).toEqual([400, true]);
    const unknown = await post(visitor, { ...answers, key: crypto.randomUUID(), artworkId: crypto.randomUUID() });
    expect([
      unknown.status,
      textOf(await unknown.text()).includes('Please start a custom order from a product to submit.'),
    ]).toEqual([409, true]);
  });

  test('starts with the variant chosen on its artwork’s page', async () => {
    const artworkValues = {
      medium: 'fabric' as const,
      title: 'Heron Saree',
      price: rupees(4_800),
      stockCount: 0,
      hasVariants: true,
    };
    const [row, silk] = await inTransaction(shop.systemContext(), async ({ database }) => {
      const artwork = await insertArtwork(database, artworkValues);
      const variants = ['Cotton', 'Silk'].map((cloth, position) => ({ cloth, position, price: rupees(4_800) }));
      const [, second] = await database
        .insert(artworkVariants)
        .values(variants.map((variant) => ({ ...variant, artworkId: artwork.id })))
        .returning();
      return [artwork, second!] as const;
    });
    const visitor = shop.visitor();
    const offered = await visitor.get(`/artwork/${row.slug}`);
    const button = /<form[^>]*id="buy".*?<\/form>/s.exec(offered.text)?.[0] ?? '';
    expect(button).toMatch(/action="\/custom-order"/);
    expect(fieldsOf(button)).toEqual([['piece', row.id]]);
    expect(offered.text).toMatch(new RegExp(`<input[^>]*form="buy"[^>]*name="variant"[^>]*value="${silk.id}"`));
    const page = await visitor.get(`/custom-order?piece=${row.id}&variant=${silk.id}`);
    expect(textOf(page.text)).toContain('Variant: Silk');
    const fields = Object.fromEntries(fieldsOf(page.text));
    expect(fields).toMatchObject({ artworkId: row.id, variantId: silk.id });
    const { key = '' } = fields;
    const sent = { ...answers, email: 'heron@example.in', key, artworkId: row.id, variantId: silk.id };
    expect((await post(visitor, sent)).status).toBe(200);
    const [stored] = await shop.database.select().from(orderRequests).where(sentUnder(key));
    expect(stored!.message).toMatch(/Stitching: No\nVariant: Silk$/);
    const other = await visitor.get(`/custom-order?piece=${fabric}&variant=${silk.id}`);
    expect(textOf(other.text)).not.toContain('Variant:');
  });

  test('cannot start from a discontinued artwork, from the first step on', async () => {
    const [{ id, slug }] = (await shop.database
      .insert(artworks)
      .values({
        images: ['/media/none.webp'],
        price: rupees(4_200),
        title: 'Heron Stole',
        medium: 'fabric',
        category: 'Fabric Painting',
        status: 'archived',
      })
      .returning({ id: artworks.id, slug: artworks.slug })) as [{ id: string; slug: string }];
    const visitor = shop.visitor();
    expect(textOf((await visitor.get(`/artwork/${slug}`)).text)).toContain('Heron Stole');
    const page = textOf((await visitor.get(`/custom-order?piece=${id}`)).text);
    expect([page.includes('Heron Stole'), page.includes('Every custom order starts from one of our designs.')]).toEqual(
      [false, true],
    );
  });

  test('starts from an own idea where the shop has a piece for it', async () => {
    const idea = {
      title: 'Your own idea',
      medium: 'fabric' as const,
      category: 'Fabric Painting',
      images: ['/media/none.webp'],
    };
    const { id, slug } = await insertArtwork(shop.database, { ...idea, price: null, status: 'own-idea' });
    const visitor = shop.visitor();
    expect((await visitor.ask(`/artwork/${slug}`)).headers.get('location')).toBe(`/custom-order?piece=${id}`);
    for (const listed of ['/gallery', '/search?q=idea', '/sitemap.xml', '/gallery?q=idea'])
      expect([listed, (await visitor.get(listed)).text.includes(slug)]).toEqual([listed, false]);

    const page = await visitor.get('/custom-order');
    expect(textOf(page.text)).toContain('Start from a photo or a sentence');
    const fields = fieldsOf(page.text);
    expect(fields.filter(([name]) => name === 'artworkId')).toEqual([['artworkId', id]]);
    const key = keyOf(page.text);
    const sent = await visitor.post('/custom-order', { ...answers, key, artworkId: id });
    expect(textOf(await sent.text())).toContain('Request Received');
    expect((await shop.database.select().from(orderRequests).where(sentUnder(key)))[0]!.artworkId).toBe(id);
  });

  test('keeps the chosen design in a form that needs correcting', async () => {
    const visitor = shop.visitor();
    const key = keyOf((await visitor.get('/custom-order')).text);
    const again = await visitor.post('/custom-order', { ...answers, name: '', key, artworkId: fabric });
    expect(again.status).toBe(400);
    expect(fieldsOf(await again.text()).filter(([name]) => name === 'artworkId')).toEqual([['artworkId', fabric]]);
  });

  test('refuses more than five pictures’ size before reading it', async () => {
    const visitor = shop.visitor();
    const body = new Uint8Array(27 * 1024 * 1024);
    const response = await visitor.ask('/custom-order', {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response.status).toBe(413);
  });
});

describe('a request for a sold-out artwork', () => {
  test('asks for a sign-in over the artwork, then returns to the form', async () => {
    const visitor = shop.visitor();
    const card = await visitor.get('/gallery/oil');
    expect(card.text).toContain(`${goneAddress}?request=1`);
    const response = await visitor.ask(`${goneAddress}?request=1`);
    expect(response.status).toBe(303);
    const over = await visitor.get(response.headers.get('location')!);
    expect(textOf(over.text)).toContain('Please log in to request an order.');
    expect(
      (
        await visitor.post(`${goneAddress}?request=1`, {
          key: crypto.randomUUID(),
          artworkId: gone,
          ...person,
          message: '',
          terms: 'on',
        })
      ).status,
    ).toBe(303);
    expect(await shop.database.select().from(orderRequests).where(eq(orderRequests.artworkId, gone))).toEqual([]);
  });

  const person = { name: 'Meera Bisht', email: 'meera@example.in', phone: '98765 43210' };

  test('works without JavaScript: prefilled, refused without the terms, stored once', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Farida Khan');
    const address = `${goneAddress}?request=1`;
    const form = await visitor.get(address);
    const fields = Object.fromEntries(fieldsOf(form.text.slice(form.text.indexOf('aria-label="Request this piece"'))));
    expect(fields).toMatchObject({ name: 'Farida Khan', email: 'farida.khan@example.in', artworkId: gone });
    const asked = { key: fields.key!, artworkId: gone, ...person, message: 'In blue', neededBy: '2099-12-24' };
    const refused = await visitor.post(address, asked);
    expect([
      refused.status,
      textOf(await refused.text()).includes('Please accept the terms to send your request'),
    ]).toEqual([400, true]);
    for (let n = 0; n < 2; n++) {
      const sent = await visitor.post(address, { ...asked, terms: 'on' });
      expect([
        sent.status,
        textOf(await sent.text()).includes(
          'Thank you for your order request! We will contact you within 24 hours to confirm your custom order.',
        ),
      ]).toEqual([200, true]);
    }
    const owner = shop.systemContext();
    const { contact } = await getSettings(owner);
    await updateSettings(owner, { contact: { ...contact, replyWithinHours: 48 } });
    const promised = textOf(await (await visitor.post(address, { ...asked, terms: 'on' })).text());
    expect(promised).toContain('We will contact you within 48 hours to confirm your custom order.');
    await updateSettings(owner, { contact });
    const late = await visitor.post(address, {
      ...asked,
      terms: 'on',
      key: crypto.randomUUID(),
      neededBy: '2020-01-01',
    });
    expect([late.status, textOf(await late.text()).includes('Choose a day from today on.')]).toEqual([400, true]);
    const stored = await shop.database.select().from(orderRequests).where(eq(orderRequests.artworkId, gone));
    expect(stored).toMatchObject([
      { kind: 'out-of-stock', name: 'Meera Bisht', message: 'In blue', neededBy: '2099-12-24', status: 'pending' },
    ]);
    const { id, number } = stored[0]!;
    expect(textOf((await visitor.get('/profile/requests')).text)).toMatch(
      new RegExp(`Gone Marigolds.*${number}.*Sent.*In blue.*Needed by 24 December 2099`),
    );
    const stranger = shop.visitor();
    await stranger.signUpAs('Nanda Rana');
    const mine = `/profile/requests/${id}`;
    expect((await stranger.post(mine, { intent: 'withdraw' })).status).toBe(404);
    expect((await stranger.get('/profile/requests')).text).not.toContain(number);
    expect((await visitor.post(mine, { intent: 'withdraw' })).status).toBe(303);
    const after = textOf((await visitor.get(mine)).text);
    expect(after).toMatch(new RegExp(`Your request is withdrawn.*${number}.*Withdrawn`));
  });

  test('is not offered for fabric', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get(`${fabricAddress}?request=1`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Request this piece');
  });
});

test('every form and upload says how many seconds to wait at its limit', async () => {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs('Hema Joshi');
  const custom = { key: crypto.randomUUID(), artworkId: fabric, ...answers, email: 'hema@example.in' };
  const request = { artworkId: gone, name: 'Hema Joshi', email: 'hema@example.in', phone: '9876543210', message: '' };
  const asked = () => visitor.post(`${goneAddress}?request=1`, { ...request, key: crypto.randomUUID(), terms: 'on' });
  const short = { headers: { 'content-length': '400' } };
  const sent = () => visitor.post('/custom-order', { ...custom, key: crypto.randomUUID() }, short);
  const byForm = () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...custom, key: crypto.randomUUID() })) body.set(name, value);
    body.append('inspiration', new File([new Uint8Array(70_000)], 'sky.jpg', { type: 'image/jpeg' }));
    return visitor.ask('/custom-order', { method: 'POST', body });
  };
  for (const send of [asked, sent, () => upload(visitor)]) expect((await send()).status).toBeLessThan(300);
  await shop.database.execute(
    sql`update rate_limits set tokens = -3, refilled_at = now() + interval '1 minute' where key not like 'large-body:%'`,
  );
  const refusedWith = async (send: () => Promise<Response>) => {
    const { status, headers } = await send();
    return [status, Number(headers.get('retry-after'))];
  };
  expect(await refusedWith(asked)).toEqual([429, 480]);
  expect(await refusedWith(sent)).toEqual([429, 1200]);
  expect(await refusedWith(() => upload(visitor))).toEqual([429, 240]);
  expect(await refusedWith(byForm)).toEqual([429, 240]);

  await makeAdmin(shop, email);
  const library = () => {
    const body = new FormData();
    body.set('picture', new File([new Uint8Array(photo)], 'sky.jpg', { type: 'image/jpeg' }));
    return visitor.ask('/admin/media/pictures', { method: 'POST', body });
  };
  expect((await library()).status).toBe(201);
  await shop.database.execute(sql`update rate_limits set tokens = -3, refilled_at = now() + interval '1 minute'`);
  expect(await refusedWith(library)).toEqual([429, 8]);
});
