import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CustomerSettings, DEFAULT_CUSTOMER_SETTINGS } from '#app/modules/identity/accounts/account.ts';
import { saveMeasurements } from '#app/modules/identity/accounts/accounts.server.ts';
import {
  digestSettings,
  getCustomerSettings,
  saveCustomerSettings,
} from '#app/modules/identity/accounts/customer-settings.server.ts';
import { customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import { saveProfile } from '#app/modules/identity/addresses/save-profile.server.ts';
import { removeRequestsBefore } from '#app/modules/requests/requests/personal-data.server.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { deletePerson, gatherMyData } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { publishPolicy, recordPolicyVersions } from '#app/modules/store/policies/policies.server.ts';
import { inTransaction, signedIn } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { hasConsent, listConsentsOf, listMyConsents, recordConsents } from './consents.server.ts';
import { consents } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  Object.assign(shop.suppliers, { storage: { remove: () => Promise.resolve() } });
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const idOf = (n: number) => signedIn(shop.as.customer(n)).userId;
const choose = (changes: Partial<typeof DEFAULT_CUSTOMER_SETTINGS>, n = 1) =>
  saveCustomerSettings(shop.as.customer(n), { ...DEFAULT_CUSTOMER_SETTINGS, ...changes });
const said = async (n = 1) =>
  (await listMyConsents(shop.as.customer(n))).map(({ purpose, given, policy, policyVersion, place }) =>
    [purpose, given ? 'given' : 'withdrawn', policy, policyVersion, place].join(' '),
  );
const askFor = async (n = 1) => {
  const artwork = await shop.makeArtwork({ stockCount: 0 });
  const sent = await sendOrderRequest(shop.as.customer(n), {
    key: crypto.randomUUID(),
    artworkId: artwork.id,
    name: 'Asha Rawat',
    email: 'asha@example.in',
    phone: '9876543210',
    message: '',
  });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.value.requestId;
};

test('stores each with policy version, place and time, unchangeably', async () => {
  await choose({ marketingEmails: true });
  await recordPolicyVersions(shop.as.shop());
  shop.later(10);
  await choose({ marketingEmails: true, whatsAppOrderUpdates: true });
  await publishPolicy(shop.as.admin(), { policy: 'privacy', source: 'Ours.', number: 1 });
  shop.later(10);
  await choose({ whatsAppOrderUpdates: true });
  expect(await said()).toEqual([
    'marketing-emails withdrawn privacy 2 settings',
    'whatsapp-updates given privacy 1 settings',
    'marketing-emails given privacy 0 settings',
  ]);
  expect((await listMyConsents(shop.as.customer()))[0]!.at).toEqual(shop.clock.now);
  await expect(
    shop.database
      .update(consents)
      .set({ given: true })
      .where(eq(consents.userId, idOf(1))),
  ).rejects.toMatchObject({ cause: { message: 'consents are only added' } });
});

test('records no consent twice, and withdraws only given ones', async () => {
  await choose({});
  expect(await said()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => choose({ sharePurchaseHistory: true })));
  expect(await said()).toContain('purchase-history given privacy 0 settings');
  await choose({ sharePurchaseHistory: true });
  await choose({});
  await choose({});
  expect((await said()).filter((each) => each.includes('withdrawn'))).toHaveLength(1);
});

test('settings record only changed consents', async () => {
  await choose({ marketingEmails: true, smsDeliveryUpdates: false });
  await saveCustomerSettings(shop.as.customer(), { marketingEmails: false });
  await saveCustomerSettings(shop.as.customer(), { personalizedRecommendations: false });
  expect(await getCustomerSettings(shop.as.customer())).toEqual({
    ...DEFAULT_CUSTOMER_SETTINGS,
    smsDeliveryUpdates: false,
    personalizedRecommendations: false,
  });
  expect((await said()).map((each) => each.split(' ', 2).join(' '))).toEqual([
    'marketing-emails withdrawn',
    'marketing-emails given',
  ]);
});

test('the later of two open settings forms changes nothing', async () => {
  const seen = digestSettings(await getCustomerSettings(shop.as.customer()));
  const save = (changes: Partial<CustomerSettings>) =>
    saveCustomerSettings(shop.as.customer(), { ...DEFAULT_CUSTOMER_SETTINGS, ...changes }, seen);
  expect(
    (await Promise.all([save({ marketingEmails: true }), save({ sharePurchaseHistory: true })])).map(({ ok }) => ok),
  ).toEqual(expect.arrayContaining([true, false]));
  expect(await said()).toHaveLength(1);
});

test('a failed save stores neither the setting nor its consent', async () => {
  const customer = shop.as.customer();
  await expect(
    inTransaction(customer, async (shop) => {
      await saveCustomerSettings(shop, { ...DEFAULT_CUSTOMER_SETTINGS, marketingEmails: true });
      throw new Error('the power went');
    }),
  ).rejects.toThrow('the power went');
  expect(await said()).toEqual([]);
  expect(await shop.database.select().from(customerSettings)).toEqual([]);
});

test('stores a request’s terms with it, and deletes them with it', async () => {
  await recordPolicyVersions(shop.as.shop());
  const requestId = await askFor();
  expect(await said()).toEqual(['terms given terms 1 order-request']);
  expect((await listMyConsents(shop.as.customer()))[0]).toMatchObject({ requestId });
  await removeRequestsBefore(shop.as.shop(), new Date(shop.clock.now.getTime() + 1));
  expect(await said()).toEqual([]);
});

test('saving measurements gives consent, and deleting them withdraws it', async () => {
  await saveMeasurements(shop.as.customer(), 'Bust 92 cm');
  const profile = { name: 'Asha', phone: '', street: '', city: '', state: '' as const, zipCode: '' };
  await saveProfile(shop.as.customer(), { ...profile, measurements: '' });
  expect(await said()).toEqual([
    'measurements withdrawn privacy 0 profile',
    'measurements given privacy 0 custom-order',
  ]);
});

test('a consent is for one person and one purpose', async () => {
  await choose({ marketingEmails: true }, 1);
  const systemContext = shop.as.shop();
  expect(await hasConsent(systemContext, idOf(1), 'marketing-emails')).toBe(true);
  expect(await hasConsent(systemContext, idOf(1), 'whatsapp-updates')).toBe(false);
  expect(await hasConsent(systemContext, idOf(2), 'marketing-emails')).toBe(false);
  await choose({}, 1);
  expect(await hasConsent(systemContext, idOf(1), 'marketing-emails')).toBe(false);
});

test('are shown in their person’s copy and to the studio only', async () => {
  await choose({ marketingEmails: true }, 1);
  const copy = await gatherMyData(shop.as.customer(1));
  expect(copy.ok && copy.value.consents).toMatchObject([
    { purpose: 'marketing-emails', given: true, place: 'settings' },
  ]);
  expect(await listConsentsOf(shop.as.admin(), idOf(1))).toHaveLength(1);
  expect(() => listConsentsOf(shop.as.customer(2), idOf(1))).toThrow('Not found');
  expect(await said(2)).toEqual([]);
});

test('are deleted with the account, anonymised on requests, and end photo use', async () => {
  await choose({ marketingEmails: true }, 1);
  const requestId = await askFor(1);
  await recordConsents(shop.as.customer(1), { userId: idOf(1), requestId }, 'commission', {
    'commission-photos': true,
  });
  await choose({ marketingEmails: true }, 2);
  expect(await deletePerson(shop.as.admin(), idOf(1))).toMatchObject({ ok: true });
  const left = await shop.database
    .select()
    .from(consents)
    .where(eq(consents.requestId, requestId))
    .orderBy(consents.sequence);
  expect(left.map(({ userId, purpose, given, place }) => [userId, purpose, given, place])).toEqual([
    [null, 'terms', true, 'order-request'],
    [null, 'commission-photos', true, 'commission'],
    [null, 'commission-photos', false, 'deletion'],
  ]);
  expect(await shop.database.select().from(consents)).toHaveLength(4);
  await expect(choose({ marketingEmails: true }, 1)).rejects.toBeDefined();
});
