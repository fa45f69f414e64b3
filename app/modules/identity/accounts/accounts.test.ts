import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveProfile } from '#app/modules/identity/addresses/save-profile.server.ts';
import { SignInNeeded } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { ensureProfile, getProfile, saveMeasurements } from './accounts.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

describe('the profile', () => {
  test('creates one profile per account, named after the email without a name', async () => {
    const { rows } = await shop.database.execute<{ id: string }>(
      sql`insert into auth_users (name, email) values ('', 'hema@example.in') returning id`,
    );
    const made = await Promise.all([
      ensureProfile(shop.as.shop(), rows[0]!.id),
      ensureProfile(shop.as.shop(), rows[0]!.id),
    ]);
    expect(made.map(({ name }) => name)).toEqual(['hema', 'hema']);
  });

  test('saves name, phone and address, and ignores an empty address', async () => {
    const customer = shop.as.customer(1);
    const address = { street: 'Lala Bazaar', city: 'Almora', state: 'Uttarakhand' as const, zipCode: '263601' };
    expect(await saveProfile(customer, { name: 'Asha', phone: '9876543210', ...address })).toMatchObject({
      name: 'Asha',
      phone: '9876543210',
      address: { ...address, country: 'India' },
    });
    const emptied = await saveProfile(customer, {
      name: 'Asha',
      phone: '',
      street: '',
      city: '',
      state: '',
      zipCode: '',
    });
    expect(emptied).toMatchObject({ phone: '', address: undefined });
    expect((await getProfile(shop.as.customer(2))).name).toBe('Asha Rawat 2');
  });

  test('keeps measurements until emptied; other forms do not change them', async () => {
    const customer = shop.as.customer(1);
    const typed = { name: 'Asha', phone: '', street: '', city: '', state: '' as const, zipCode: '' };
    await saveMeasurements(customer, 'Bust 92 cm');
    expect(await saveProfile(customer, typed)).toMatchObject({ measurements: 'Bust 92 cm' });
    expect(await saveProfile(customer, { ...typed, measurements: '' })).toMatchObject({ measurements: '' });
    expect((await getProfile(shop.as.customer(2))).measurements).toBe('');
  });

  test('belongs to the signed-in person', async () => {
    await expect(getProfile(shop.as.guest())).rejects.toBeInstanceOf(SignInNeeded);
  });
});
