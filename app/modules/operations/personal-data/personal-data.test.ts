import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { invitations } from '#app/modules/identity/users/tables.server.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { requestDeletion, undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import { signIn, signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { addAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import { authSessions } from '#app/modules/identity/sign-in/tables.server.ts';
import { saveMeasurements, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import { authUsers, formerAddresses, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import { openInspiration, uploadKeyOf } from '#app/modules/requests/requests/pictures.server.ts';
import {
  conversationPictures,
  orderRequestImages,
  orderRequests,
} from '#app/modules/requests/requests/tables.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { emailListeners } from '#app/module-lists.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { refundDestinations } from '#app/modules/payments/payments/tables.server.ts';
import { returnPhotos, returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import {
  getSharedWishlist,
  sharedTokenOf,
  shareWishlist,
} from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { addToWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { ADDRESS, checkoutOf, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { askForRequest, newQuote, openLink } from '#tests/support/customer-request.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { acceptQuote, askChange, type NewQuote, sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import {
  answerApproval,
  confirmFabric,
  expectFabric,
  receiveFabric,
  recordStage,
} from '#app/modules/requests/requests/stages.server.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { setPhotoConsent } from '#app/modules/requests/requests/shop-photos.server.ts';
import { linkOf, openOwn } from '#app/modules/requests/requests/access.server.ts';
import { sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { deletePerson, gatherMyData, sweepDeletedAccounts, sweepOldRecords } from './personal-data.server.ts';

let shop: TestShop;
const removedFiles: string[] = [];
beforeAll(async () => {
  shop = await openTestShop();
  Object.assign(shop.suppliers, { storage: { remove: async (files: string[]) => void removedFiles.push(...files) } });
});
beforeEach(async () => {
  removedFiles.length = 0;
  await shop.empty();
});
afterAll(() => shop.close());

const PASSWORD = 'bindu-and-lotus';
const DAY = 86_400_000;
const later = (days: number) => void (shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY));

async function meera(): Promise<Shop> {
  const made = await signUp(shop.as.shop(), { name: 'Meera Joshi', email: 'meera@example.in', password: PASSWORD });
  if (!made.ok) throw new Error(made.reason);
  const { userId } = made.value;
  await shop.database.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, userId));
  const context = asMeera(userId);
  const artwork = await shop.makeArtwork({ title: 'Brass diya', stockCount: 9 });
  await addAddress(context, {
    label: 'Home',
    street: '7 Secret Lane',
    city: 'Almora',
    state: 'Uttarakhand',
    zipCode: '263601',
  });
  await saveMeasurements(context, 'A secret bust');
  await putIntoCart(context, artwork.id);
  const placed = await placeOrder(context, await checkoutOf(context));
  if (!placed.ok) throw new Error(placed.reason);
  await addLine(context, NO_GUEST_CART, { artworkId: artwork.id, quantity: 2 });
  await addToWishlist(context, [], artwork.id);
  await shareWishlist(context);
  const person = { name: 'Meera Joshi', email: 'meera@example.in', phone: '9876500000' };
  const [request] = await shop.database
    .insert(orderRequests)
    .values({
      userId,
      kind: 'custom',
      ...person,
      message: 'A secret design',
      measurements: 'A secret waist',
      neededBy: '2026-12-24',
      notes: 'Meera rang',
    })
    .returning();
  await shop.database.insert(orderRequestImages).values({
    requestId: request!.id,
    uploadKey: crypto.randomUUID(),
    filePath: 'inspiration/secret.webp',
    mimeType: 'image/webp',
    fileSize: 10,
  });
  const [sentBack] = await shop.database
    .insert(returnRequests)
    .values({
      key: crypto.randomUUID(),
      orderId: placed.value.id,
      userId,
      kind: 'exchange',
      lines: [{ artworkId: artwork.id, quantity: 1 }],
      reason: 'damaged',
      details: 'A secret crack',
      exchangeFor: 'A secret colour',
      status: 'declined',
      answer: 'Dear Meera, no',
      answeredAt: shop.clock.now,
    })
    .returning();
  await shop.database.insert(returnPhotos).values({
    requestId: sentBack!.id,
    uploadKey: crypto.randomUUID(),
    filePath: 'returns/secret.webp',
    mimeType: 'image/webp',
    fileSize: 10,
  });
  await shop.database.insert(contactMessages).values({
    ticketNumber: 'T-SECRET',
    ...person,
    subject: 'A secret question',
    message: 'Secret',
  });
  await shop.database.insert(messages).values([
    {
      key: `order-placed:${placed.value.id}`,
      channel: 'email',
      template: 'order-placed',
      recipient: person.email,
      subject: 'Secret order',
      bodyText: 'Secret order',
      orderId: placed.value.id,
    },
    {
      key: `owner-custom-order:${request!.id}`,
      channel: 'email',
      template: 'owner-custom-order',
      recipient: 'shop@bisvar.example',
      replyTo: person.email,
      subject: 'Secret wish',
      bodyText: 'Secret wish of Meera Joshi',
    },
    {
      key: 'password-reset:1',
      channel: 'email',
      template: 'password-reset',
      recipient: person.email,
      subject: 'Set a new password',
      bodyText: 'https://shop.example/reset-password?token=a-key',
    },
  ]);
  return context;
}

const asMeera = (userId: string): Shop => ({
  ...shop.as.customer(),
  actor: {
    kind: 'customer',
    userId,
    sessionId: userId,
    name: 'Meera Joshi',
    email: 'meera@example.in',
    emailVerified: true,
  },
});
async function painted(context: Shop, { name, word }: { name: string; word: string }) {
  const artwork = await shop.makeArtwork({ title: 'Lamp saree', medium: 'fabric', category: 'Fabric Painting' });
  const { email } = context.actor as { email: string };
  const { requestId, studio } = await askForRequest(shop, {
    artworkId: artwork.id,
    userId: idOf(context),
    name,
    email,
    phone: '9876500000',
    message: `A ${word} saree`,
    measurements: `A ${word} hem`,
    fabricSource: 'client_provided',
  });
  const customer = await openOwn(context, requestId);
  const withPicture = async (file: string) => {
    const key = crypto.randomUUID();
    await shop.database.insert(conversationPictures).values({
      uploadKey: uploadKeyOf(requestId, key),
      filePath: `conversations/${word}-${file}.webp`,
      mimeType: 'image/webp',
      fileSize: 10,
    });
    return key;
  };
  const offer = (total: number): NewQuote =>
    newQuote({
      lines: [{ kind: 'painting', title: 'Lamps', amount: rupees(total) }],
      included: 'One change of colours',
      advance: rupees(1000),
      asksApproval: true,
    });
  const studioLater = () => ({ ...shop.as.admin(), now: new Date(shop.clock.now.getTime() + 1000) });
  const newest = async () => (await getRequestPage(context, customer)).quotes[0]!.id;
  await sendMessage(context, customer, { key: await withPicture('border'), body: `A ${word} border` });
  await sendMessage(studioLater(), studio, { key: crypto.randomUUID(), body: `A ${word} answer` });
  await sendQuote(shop.as.admin(), studio, offer(9000));
  await askChange(context, customer, { quoteId: await newest(), text: `A ${word} change` });
  await sendQuote(shop.as.admin(), studio, offer(8000));
  const accepted = await acceptQuote(context, customer, { quoteId: await newest(), name, shippingAddress: ADDRESS });
  if (!accepted.ok) throw new Error(accepted.reason);
  await expectFabric(context, customer, { centimetres: 550 });
  const cloth = { key: await withPicture('cloth'), centimetres: 540, marks: `A ${word} stain` };
  await receiveFabric(shop.as.admin(), studio, cloth);
  await confirmFabric(context, customer);
  const design = { key: crypto.randomUUID(), stage: 'design', note: `A ${word} design`, asksApproval: true } as const;
  await recordStage(studioLater(), studio, design);
  const update = (await getRequestPage(context, customer)).timeline.findLast(({ kind }) => kind === 'stage')!;
  await answerApproval(context, customer, { updateId: update.id, approves: false, changeWanted: `A ${word} bird` });
  await setPhotoConsent(context, customer, true);
  const link = (await linkOf(shop.as.shop(), requestId, 'email'))!;
  await shop.database.insert(messages).values({
    key: `commission-stage:${update.id}`,
    channel: 'email',
    template: 'commission-stage',
    recipient: email,
    subject: 'News of your saree',
    bodyText: `The ${word} design. Open its page: ${link}`,
    orderId: accepted.value.orderId,
    requestId,
  });
  return { requestId, token: link.split('/').at(-1)!, orderNumber: accepted.value.orderNumber };
}
const idOf = (context: Shop) => (context.actor as { userId: string }).userId;

const PHOTO = /^https?:\/\/[^/]+\/profile\/orders\/[\da-f-]{36}\/return\/photos\/[\da-f-]{36}$/;
const INSPIRATION = /^https?:\/\/[^/]+\/inspiration\/[\da-f-]{36}$/;

test('a copy holds all personal data, without secrets or other people’s data', async () => {
  const context = await meera();
  const other = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(2), other.id);
  await placeOrder(shop.as.customer(2), await checkoutOf(shop.as.customer(2)));
  const [session] = await shop.database
    .select()
    .from(authSessions)
    .where(eq(authSessions.userId, idOf(context)));
  const copy = await gatherMyData(context);
  if (!copy.ok) throw new Error(copy.reason);
  const text = JSON.stringify(copy.value);
  for (const known of [
    '7 Secret Lane',
    'Brass diya',
    'A secret design',
    'A secret question',
    'A secret crack',
    'A secret colour',
    'Dear Meera, no',
    'Secret order',
    'T-SECRET',
  ])
    expect(text).toContain(known);
  expect(copy.value).toMatchObject({
    profile: { name: 'Meera Joshi', measurements: 'A secret bust' },
    settings: { marketingEmails: false },
    orders: [{ history: [{ to: 'processing' }] }],
    cart: [{ quantity: 2 }],
    wishlist: [{ title: 'Brass diya' }],
    sessions: [{}],
    returnRequests: [{ kind: 'exchange', lines: [{ quantity: 1 }], photos: [expect.stringMatching(PHOTO)] }],
    orderRequests: [
      { measurements: 'A secret waist', neededBy: '2026-12-24', pictures: [expect.stringMatching(INSPIRATION)] },
    ],
  });
  expect(text).not.toContain(session!.token);
  expect(text).toContain('Set a new password');
  expect(text).not.toContain('a-key');
  expect(text).not.toContain('customer2@bisvar.example');
  expect(text).not.toContain('shop@bisvar.example');
});

test('a copy holds company, payments, refund details and unused addresses', async () => {
  const context = shop.as.customer();
  const { id } = await shop.makeArtwork();
  await putIntoCart(context, id);
  const firm = { name: 'Rawat Textiles', gstin: '27AAPFU0939F1ZV' };
  const order = await orderCart(context, { firmName: firm.name, firmGstin: firm.gstin });
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
  await shop.database.insert(refunds).values({ paymentId: payment!.id, amount: rupees(100), reason: 'A scratch' });
  await shop.database.insert(refundDestinations).values({ orderId: order.id, upiId: 'asha@bank' });
  const { key } = await openCheckout(context);
  const typedAddress = { street: '9 Half Lane' };
  await shop.database.update(checkoutAttempts).set({ typedAddress }).where(eq(checkoutAttempts.key, key));
  const copy = await gatherMyData(context);
  expect(copy.ok && copy.value).toMatchObject({
    typedAddresses: [{ address: { street: '9 Half Lane' } }],
    orders: [
      {
        firm,
        payments: [{ amount: order.total, referenceId: order.paymentReferenceId }],
        refunds: [{ amount: rupees(100), status: 'succeeded' }],
        refundTo: { upiId: 'asha@bank' },
      },
    ],
  });
  expect(copy.ok && JSON.stringify(copy.value)).not.toContain('A scratch');
  const other = await gatherMyData(shop.as.customer(2));
  expect(other.ok && other.value).toMatchObject({ typedAddresses: [], orders: [] });
});

test('a copy holds requests, quotes and work, without their links', async () => {
  const context = await meera();
  const { requestId, token, orderNumber } = await painted(context, { name: 'Meera Joshi', word: 'secret' });
  await painted(shop.as.customer(2), { name: 'Ila Pant', word: 'foreign' });
  const copy = await gatherMyData(context);
  if (!copy.ok) throw new Error(copy.reason);
  const aPicture = expect.stringMatching(new RegExp(`/profile/requests/${requestId}/pictures/[\\da-f-]{36}$`));
  expect(
    (copy.value['orderRequests'] as { message: string }[]).find(({ message }) => message === 'A secret saree'),
  ).toMatchObject({
    measurements: 'A secret hem',
    orderNumber,
    conversation: [
      { from: 'customer', text: 'A secret border', pictures: [aPicture] },
      { from: 'studio', text: 'A secret answer', pictures: [] },
    ],
    quotes: [
      { version: 1, total: rupees(9000), changeAsked: 'A secret change', acceptedAt: null },
      {
        version: 2,
        lines: [{ kind: 'painting', title: 'Lamps', amount: rupees(8000) }],
        advance: rupees(1000),
        acceptedAt: shop.clock.now,
        acceptedByName: 'Meera Joshi',
        acceptedVia: 'account',
      },
    ],
    stages: [
      { stage: 'fabric-in', note: 'A secret stain', pictures: [aPicture] },
      { stage: 'design', note: 'A secret design', changeWanted: 'A secret bird', pictures: [] },
    ],
    fabricExpectedCm: 550,
    fabricReceivedCm: 540,
    fabricMarks: 'A secret stain',
    fabricConfirmedAt: shop.clock.now,
    photoConsentAt: shop.clock.now,
  });
  const text = JSON.stringify(copy.value);
  expect(text).toContain('The secret design. Open its page: ');
  expect(text).not.toContain(token);
  expect(text).not.toContain('foreign');
  expect(text).not.toContain('Ila');
});

test('shows what belongs to an email address only to its confirmed owner', async () => {
  const context = await meera();
  const unverified = {
    ...context,
    actor: { ...shop.as.customer(3).actor, email: 'meera@example.in', emailVerified: false },
  };
  const copy = await gatherMyData(unverified as Shop);
  if (!copy.ok) throw new Error(copy.reason);
  expect(copy.value).toMatchObject({ messagesToYou: [], messagesFromYou: [], orders: [] });
});

test('copies are limited, and not for guests', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => gatherMyData(shop.as.customer())));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
  await expect(gatherMyData(shop.as.guest())).rejects.toThrow(SignInNeeded);
});

test('deletion needs the password, ends every session and sends an email', async () => {
  const context = await meera();
  expect(await requestDeletion(context, { password: 'wrong' })).toMatchObject({ ok: false, reason: 'wrong-password' });
  expect(await shop.database.select().from(authSessions)).toHaveLength(1);
  const asked = await requestDeletion(context, { password: PASSWORD });
  expect(asked).toEqual({ ok: true, value: { dueAt: new Date(shop.clock.now.getTime() + 7 * DAY) } });
  expect(await shop.database.select().from(authSessions)).toEqual([]);
  later(1);
  expect(await requestDeletion({ ...context, now: shop.clock.now }, { password: PASSWORD })).toEqual(asked);
  const events = await shop.database.select().from(outbox).where(eq(outbox.name, 'accounts.deletion-asked'));
  expect(events).toHaveLength(1);
  const listener = emailListeners.find((each) => each.on === 'accounts.deletion-asked')!;
  const handle = listener.handle as (context: Shop, payload: unknown, delivery: unknown) => Promise<void>;
  for (const attempt of [1, 2]) await handle(shop.as.shop(), events[0]!.payload, { id: events[0]!.id, attempt });
  const mails = await shop.database.select().from(messages).where(eq(messages.template, 'account-deletion'));
  expect(mails).toMatchObject([
    { recipient: 'meera@example.in', subject: 'Your account will be deleted on 28 November 2026' },
  ]);
});

test('limits password guesses in a session that was left open', async () => {
  const context = await meera();
  for (let tries = 0; tries < 5; tries += 1) await requestDeletion(context, { password: 'wrong' });
  expect(await requestDeletion(context, { password: PASSWORD })).toMatchObject({ ok: false, reason: 'too-many-tries' });
});

test('undoing keeps everything; otherwise the account is anonymised after seven days', async () => {
  const context = await meera();
  await requestDeletion(context, { password: PASSWORD });
  const back = await signIn(shop.as.shop(), { email: 'meera@example.in', password: PASSWORD });
  expect(back.ok).toBe(true);
  await undoDeletion(context);
  later(8);
  expect(await sweepDeletedAccounts(shop.as.shop())).toBe(0);
  await requestDeletion({ ...context, now: shop.clock.now }, { password: PASSWORD });
  later(6.9);
  expect(await sweepDeletedAccounts(shop.as.shop())).toBe(0);
  later(0.2);
  expect(await sweepDeletedAccounts(shop.as.shop())).toBe(1);
  expect(await sweepDeletedAccounts(shop.as.shop())).toBe(0);
});

test('deletes account emails with the account, but not a stranger’s', async () => {
  const context = await meera();
  await shop.database
    .update(authUsers)
    .set({ emailVerified: false })
    .where(eq(authUsers.id, idOf(context)));
  const toAddress = { channel: 'email', recipient: 'meera@example.in', bodyText: 'Namaste Meera' } as const;
  await shop.database.insert(messages).values([
    { ...toAddress, key: 'confirm-email:1', template: 'confirm-email' },
    { ...toAddress, key: 'custom-order-received:another', template: 'custom-order-received' },
  ]);
  await deletePerson(shop.as.shop(), idOf(context));
  const left = await shop.database.select().from(messages).where(eq(messages.recipient, 'meera@example.in'));
  expect(left.map(({ key }) => key)).toEqual(['custom-order-received:another']);
});

test('deletes requests, messages and emails with pictures after two years', async () => {
  const context = await meera();
  later(2 * 365 - 1);
  const [recent] = await shop.database
    .insert(orderRequests)
    .values({ kind: 'custom', name: 'Ila', email: '', phone: '', createdAt: shop.clock.now })
    .returning();
  const count = async () =>
    Promise.all([orderRequests, contactMessages, messages].map((table) => shop.database.$count(table)));
  const at = (days: number) => ({ createdAt: new Date(shop.clock.now.getTime() + days * DAY) });
  await shop.database.update(contactMessages).set(at(-729));
  await shop.database.update(messages).set(at(-729));
  await shop.database
    .update(orderRequests)
    .set(at(-729))
    .where(eq(orderRequests.userId, idOf(context)));
  const before = await count();
  await sweepOldRecords(shop.as.shop());
  expect(await count()).toEqual(before);
  later(3);
  await sweepOldRecords(shop.as.shop());
  expect(await shop.database.select().from(orderRequests)).toEqual([recent]);
  expect(await count()).toEqual([1, 0, 0]);
  expect(removedFiles).toEqual(['inspiration/secret.webp']);
  expect(await shop.database.$count(orders)).toBe(1);
});

test('deletes old return texts and invitations, and unused addresses after 90 days', async () => {
  const context = await meera();
  const { key } = await openCheckout(context);
  await shop.database
    .update(checkoutAttempts)
    .set({ typedAddress: { ...ADDRESS, street: '7 Secret Lane' } as never })
    .where(eq(checkoutAttempts.key, key));
  await shop.database
    .insert(invitations)
    .values({ email: 'ila@example.in', createdAt: shop.clock.now, expiresAt: shop.clock.now });
  const left = async () => {
    const [attempt] = await shop.database.select().from(checkoutAttempts).where(eq(checkoutAttempts.key, key));
    const [sentBack] = await shop.database.select().from(returnRequests);
    return [
      attempt!.typedAddress !== null,
      sentBack!.details,
      await shop.database.$count(returnPhotos),
      await shop.database.$count(invitations),
    ];
  };
  await shop.database.update(returnRequests).set({ createdAt: shop.clock.now });
  await shop.database.update(checkoutAttempts).set({ createdAt: shop.clock.now }).where(eq(checkoutAttempts.key, key));
  await sweepOldRecords(shop.as.shop());
  later(89);
  await sweepOldRecords(shop.as.shop());
  expect(await left()).toEqual([true, 'A secret crack', 1, 1]);
  later(2);
  await sweepOldRecords(shop.as.shop());
  expect(await left()).toEqual([false, 'A secret crack', 1, 1]);
  later(2 * 365);
  await sweepOldRecords(shop.as.shop());
  expect(await left()).toEqual([false, '', 0, 0]);
  expect(removedFiles).toContain('returns/secret.webp');
});

async function guestRequest(email: string, word: string, createdAt = shop.clock.now) {
  const [request] = await shop.database
    .insert(orderRequests)
    .values({
      kind: 'custom',
      name: 'Meera Joshi',
      email,
      phone: '9876500000',
      message: `A ${word} gown`,
      measurements: `A ${word} waist`,
      createdAt,
    })
    .returning();
  await shop.database.insert(orderRequestImages).values({
    requestId: request!.id,
    uploadKey: crypto.randomUUID(),
    filePath: `inspiration/${word}-guest.webp`,
    mimeType: 'image/webp',
    fileSize: 10,
  });
  return request!.id;
}

test('a copy holds requests sent from a confirmed address while signed out', async () => {
  const context = await meera();
  await guestRequest('meera@example.in', 'guest');
  await guestRequest('ila@example.in', 'foreign');
  const requestsOf = async (shop: Shop) => {
    const copy = await gatherMyData(shop);
    if (!copy.ok) throw new Error(copy.reason);
    return copy.value['orderRequests'] as { message: string; pictures: string[] }[];
  };
  const requests = await requestsOf(context);
  expect(requests.map(({ message }) => message).sort()).toEqual(['A guest gown', 'A secret design']);
  const id = requests
    .find(({ message }) => message === 'A guest gown')!
    .pictures[0]!.split('/')
    .at(-1)!;
  const opened = (shop: Shop) =>
    openInspiration(shop, { id, uploadKey: undefined }).then(
      () => true,
      (problem: unknown) => !(problem instanceof NotFound),
    );
  expect(await opened(context)).toBe(true);
  expect(await opened(shop.as.customer(2))).toBe(false);
  const { actor } = context as Shop & { actor: { kind: 'customer' } & object };
  const unproven = { ...context, actor: { ...actor, emailVerified: false } } as Shop;
  expect((await requestsOf(unproven)).map(({ message }) => message)).toEqual(['A secret design']);
  expect(await opened(unproven)).toBe(false);
});

test('includes and deletes data of former addresses, unless another person has them', async () => {
  const context = await meera();
  const at = () => shop.clock.now;
  const send = (email: string, subject: string) =>
    shop.database.insert(contactMessages).values({
      ticketNumber: `T-${subject}`,
      name: 'Somebody',
      email,
      phone: '',
      subject,
      message: 'x',
      createdAt: at(),
    });
  const mailed = (recipient: string, key: string, template = 'contact-received') =>
    shop.database
      .insert(messages)
      .values({ key, channel: 'email', template, recipient, bodyText: key, createdAt: at() });
  await shop.database.update(contactMessages).set({ createdAt: at() });
  await shop.database.update(messages).set({ createdAt: at() });
  await guestRequest('meera@example.in', 'former');
  await mailed('meera@example.in', 'former');
  later(1);
  await verifyEmail(shop.as.shop(), idOf(context), 'meera@new.example.in');
  later(0.1);
  await mailed('meera@example.in', 'left', 'email-changed');
  const moved = {
    ...context,
    actor: { ...context.actor, email: 'meera@new.example.in' },
  } as Shop;
  later(3);
  const made = await signUp(shop.as.shop(), { name: 'Ila Pant', email: 'meera@example.in', password: PASSWORD });
  if (!made.ok) throw new Error(made.reason);
  const ilas = made.value.userId;
  await shop.database.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, ilas));
  await send('meera@example.in', 'foreign');
  await mailed('meera@example.in', 'foreign');
  await guestRequest('meera@example.in', 'foreign');

  const copyOf = async (shop: Shop) => {
    const copy = await gatherMyData(shop);
    if (!copy.ok) throw new Error(copy.reason);
    return JSON.stringify(copy.value);
  };
  const mine = await copyOf(moved);
  expect(mine).toContain('"formerEmails":[{"email":"meera@example.in"');
  for (const known of ['A former gown', 'A secret question']) expect(mine).toContain(known);
  expect(mine).not.toContain('foreign');
  const theirs = await copyOf(asMeera(ilas));
  expect(theirs).toContain('A foreign gown');
  expect(theirs).not.toMatch(/former gown|secret/);

  await deletePerson(shop.as.shop(), idOf(context));
  for (const table of ['contact_messages', 'messages', 'order_requests']) {
    const { rows } = await shop.database.execute<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
    const left = rows.map(({ row }) => row).join('\n');
    expect(left, table).toMatch(/foreign/);
    expect(left, table).not.toMatch(/secret|A former/i);
  }
  const bodies = await shop.database.select().from(messages).orderBy(messages.key);
  expect(
    bodies
      .filter(({ key }) => ['foreign', 'former', 'left'].includes(key))
      .map(({ key, recipient, bodyText }) => [key, recipient, bodyText]),
  ).toEqual([
    ['foreign', 'meera@example.in', 'foreign'],
    ['former', 'deleted', ''],
    ['left', 'deleted', ''],
  ]);
  expect(await shop.database.$count(formerAddresses)).toBe(0);
});

test('stores no unconfirmed address as a former one', async () => {
  const userId = idOf(await meera());
  await shop.database.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, userId));
  await verifyEmail(shop.as.shop(), userId, 'meera@new.example.in');
  expect(await shop.database.$count(formerAddresses)).toBe(0);
});

test('deletes waiting requests of a deleted account and sends nothing about them', async () => {
  const context = await meera();
  const requestId = await guestRequest('meera@example.in', 'guest');
  const strangers = await guestRequest('ila@example.in', 'foreign');
  await deletePerson(shop.as.shop(), idOf(context));
  const left = await shop.database.select().from(orderRequests).orderBy(orderRequests.status);
  expect(left.map(({ id, status }) => [id === strangers, status])).toEqual([
    [true, 'pending'],
    [false, 'withdrawn'],
    [false, 'withdrawn'],
  ]);
  await shop.database.delete(messages);
  for (const listener of emailListeners)
    if (listener.on === 'order-requests.sent')
      await listener.handle(shop.as.shop(), { requestId }, { id: crypto.randomUUID(), attempt: 1 } as never);
  const written = await shop.database.select().from(messages);
  expect(written.map(({ template, replyTo }) => [template, replyTo])).toEqual([['owner-order-request', null]]);
});

const LEAVING: [how: string, leave: (context: Shop) => Promise<unknown>][] = [
  [
    'the sweep',
    async (context) => {
      const token = (await sharedTokenOf(context))!;
      await requestDeletion(context, { password: PASSWORD });
      await expect(getSharedWishlist(shop.as.guest(), token)).rejects.toThrow(NotFound);
      later(8);
      return sweepDeletedAccounts(shop.as.shop());
    },
  ],
  ['an owner has deleted the account', (context) => deletePerson(shop.as.shop(), idOf(context))],
];
test.each(LEAVING)('after %s only the orders remain, and the address is free', async (_, leave) => {
  const context = await meera();
  const userId = idOf(context);
  await guestRequest('meera@example.in', 'secret');
  const strangers = await guestRequest('ila@example.in', 'foreign');
  await shop.database.update(orderRequests).set({ name: 'Ila Pant', phone: '' }).where(eq(orderRequests.id, strangers));
  await leave(context);
  for (const table of [
    'auth_users',
    'auth_accounts',
    'auth_sessions',
    'user_profiles',
    'customer_addresses',
    'customer_settings',
    'cart',
    'wishlist',
    'wishlist_links',
    'order_requests',
    'order_request_images',
    'return_requests',
    'return_photos',
    'contact_messages',
    'messages',
  ]) {
    const { rows } = await shop.database.execute<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
    for (const { row } of rows) expect(row, table).not.toMatch(/meera|secret|9876500000/i);
  }
  expect(removedFiles.sort()).toEqual([
    'inspiration/secret-guest.webp',
    'inspiration/secret.webp',
    'returns/secret.webp',
  ]);
  expect(await shop.database.select().from(orderRequests).where(eq(orderRequests.id, strangers))).toMatchObject([
    { message: 'A foreign gown' },
  ]);
  expect(await shop.database.select().from(returnRequests)).toMatchObject([{ kind: 'exchange', status: 'declined' }]);
  expect(await shop.database.select().from(orders).where(eq(orders.userId, userId))).toHaveLength(1);
  expect(
    await shop.database
      .select({ isAdmin: userProfiles.isAdmin, deactivatedAt: userProfiles.deactivatedAt })
      .from(userProfiles)
      .where(eq(userProfiles.id, userId)),
  ).toEqual([{ isAdmin: false, deactivatedAt: shop.clock.now }]);
  expect((await signIn(shop.as.shop(), { email: 'meera@example.in', password: PASSWORD })).ok).toBe(false);
  const again = await signUp(shop.as.shop(), { name: 'Meera', email: 'meera@example.in', password: PASSWORD });
  expect(again.ok && again.value.userId !== userId).toBe(true);
});

test.each(LEAVING)('after %s no words, names or pictures remain; the link is invalid', async (_, leave) => {
  const context = await meera();
  const { token } = await painted(context, { name: 'Meera Joshi', word: 'secret' });
  const other = await painted(shop.as.customer(2), { name: 'Ila Pant', word: 'foreign' });
  await leave(context);
  const rowsOf = async (table: string) => {
    const { rows } = await shop.database.execute<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
    return rows.map(({ row }) => row).join('\n');
  };
  const tables = ['request_messages', 'conversation_pictures', 'quotes', 'stage_updates', 'messages'];
  for (const table of [...tables, 'order_requests', 'request_links', 'outbox'])
    expect(await rowsOf(table), table).not.toMatch(/meera|secret/i);
  for (const table of tables) expect(await rowsOf(table), table).toMatch(/foreign|Ila Pant/);
  expect(removedFiles).toEqual(
    expect.arrayContaining(['conversations/secret-border.webp', 'conversations/secret-cloth.webp']),
  );
  expect(removedFiles.join()).not.toContain('foreign');
  await expect(openLink(shop.as.guest(), token)).rejects.toThrow(NotFound);
  expect(await openLink(shop.as.guest(), other.token)).toMatchObject({ requestId: other.requestId });
});

test('the last owner cannot leave, even when two leave at once', async () => {
  const context = await meera();
  const meerasId = idOf(context);
  const makeOwner = (id: string, isAdmin: boolean) =>
    shop.database.update(userProfiles).set({ isAdmin }).where(eq(userProfiles.id, id));
  const kamla = idOf(shop.as.admin());
  await makeOwner(kamla, false);
  await makeOwner(meerasId, true);
  expect(await requestDeletion(context, { password: PASSWORD })).toMatchObject({ ok: false, reason: 'last-owner' });
  await makeOwner(kamla, true);
  expect((await requestDeletion(context, { password: PASSWORD })).ok).toBe(true);
  await makeOwner(kamla, false);
  later(8);
  expect(await sweepDeletedAccounts(shop.as.shop())).toBe(0);
  expect(
    await shop.database
      .select({ due: userProfiles.deletionDueAt, email: userProfiles.email })
      .from(userProfiles)
      .where(eq(userProfiles.id, meerasId)),
  ).toEqual([{ due: null, email: 'meera@example.in' }]);
});
