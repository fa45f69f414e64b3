import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { MAX_ADDRESSES } from '#app/modules/identity/accounts/account.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import {
  addAddress,
  listAddresses,
  getAddress,
  makeAddressFirst,
  removeAddress,
  saveAddress,
} from './addresses.server.ts';
import { returnedAddressSchema, savedAddressSchema } from './forms.ts';
import { saveProfile } from './save-profile.server.ts';
import { customerAddresses } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const address = (street: string, label = '') => ({
  label,
  street,
  city: 'Almora',
  state: 'Uttarakhand',
  zipCode: '263601',
});
const streets = async (n = 1) => (await listAddresses(shop.as.customer(n))).map((each) => each.address.street);
const profileStreet = async (n = 1) => (await getProfile(shop.as.customer(n))).address?.street;
const added = async (street: string) => {
  const answer = await addAddress(shop.as.customer(), address(street));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value.id;
};

test('the first address becomes the profile’s, however it is added', async () => {
  const customer = shop.as.customer();
  const mall = await added('14 Mall Road');
  const office = await added('3 Lala Bazaar');
  expect(await profileStreet()).toBe('14 Mall Road');
  await makeAddressFirst(customer, office);
  expect(await streets()).toEqual(['3 Lala Bazaar', '14 Mall Road']);
  expect(await profileStreet()).toBe('3 Lala Bazaar');
  await saveAddress(customer, office, address('4 Lala Bazaar', 'Office'));
  expect(await profileStreet()).toBe('4 Lala Bazaar');
  await saveProfile(customer, { name: 'Asha', phone: '', ...address('5 Lala Bazaar'), state: 'Uttarakhand' });
  expect(await streets()).toEqual(['5 Lala Bazaar', '14 Mall Road']);
  expect((await getAddress(customer, office)).label).toBe('Office');
  await saveProfile(customer, { name: 'Asha', phone: '', street: '', city: '', state: '', zipCode: '' });
  expect(await streets()).toEqual(['14 Mall Road']);
  expect(await profileStreet()).toBe('14 Mall Road');
  await removeAddress(customer, mall);
  expect(await profileStreet()).toBeUndefined();
});

test('restores a removed address at its position', async () => {
  for (const street of ['one', 'two', 'three']) await added(street);
  const [, second] = await listAddresses(shop.as.customer());
  const { label, address: was, place } = (await removeAddress(shop.as.customer(), second!.id))!;
  expect(await streets()).toEqual(['one', 'three']);
  const sent = { label: label ?? '', street: was.street, city: was.city, state: was.state, zipCode: was.zipCode };
  await addAddress(shop.as.customer(), returnedAddressSchema.parse({ ...sent, place: String(place) }));
  expect(await streets()).toEqual(['one', 'two', 'three']);
});

test('allows ten addresses, also when eleven arrive at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: MAX_ADDRESSES + 1 }, (_, n) => addAddress(shop.as.customer(), address(`${n} Mall Road`))),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(MAX_ADDRESSES);
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ reason: 'too-many-addresses' });
});

test('another customer’s address cannot be read, changed, removed or made default', async () => {
  const id = await added('14 Mall Road');
  for (const context of [shop.as.customer(2), shop.as.admin()])
    for (const wrong of [id, randomUUID(), 'nonsense']) {
      await expect(getAddress(context, wrong)).rejects.toThrow(NotFound);
      await expect(saveAddress(context, wrong, address('taken'))).rejects.toThrow(NotFound);
      expect(await removeAddress(context, wrong)).toBeUndefined();
      await expect(makeAddressFirst(context, wrong)).rejects.toThrow(NotFound);
    }
  expect(await streets()).toEqual(['14 Mall Road']);
  await expect(listAddresses(shop.as.guest())).rejects.toThrow(SignInNeeded);
});

test('an address error names the field; line breaks are refused', () => {
  const wrong = savedAddressSchema.safeParse({ label: '', street: ' ', city: '', state: 'Atlantis', zipCode: '0123' });
  expect(wrong.error?.issues.map((issue) => issue.path[0])).toEqual(['street', 'zipCode', 'city', 'state']);
  expect(savedAddressSchema.parse(address('14 Mall\r\nRoad')).street).toBe('14 Mall Road');
});

test('positions count from 0; the profile has the first address', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const) }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'first' as const), at: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await shop.empty();
      let model: string[] = [];
      let made = 0;
      for (const one of steps) {
        const list = await listAddresses(shop.as.customer());
        if (one.kind === 'add') {
          const street = `${(made += 1)} Mall Road`;
          const answer = await addAddress(shop.as.customer(), address(street));
          expect(answer.ok).toBe(model.length < MAX_ADDRESSES);
          if (answer.ok) model.push(street);
        } else if (list.length > 0) {
          const { id, address: chosen } = list[one.at % list.length]!;
          const others = model.filter((street) => street !== chosen.street);
          if (one.kind === 'remove') await removeAddress(shop.as.customer(), id);
          else await makeAddressFirst(shop.as.customer(), id);
          model = one.kind === 'remove' ? others : [chosen.street, ...others];
        }
        expect(await streets()).toEqual(model);
        expect(await profileStreet()).toBe(model[0]);
      }
      const { userId } = shop.as.customer().actor as { userId: string };
      const rows = await shop.database.select().from(customerAddresses).where(eq(customerAddresses.userId, userId));
      expect(rows.map((row) => row.position).toSorted((a, b) => a - b)).toEqual(model.map((_, at) => at));
    }),
    { numRuns: 25 },
  );
});
