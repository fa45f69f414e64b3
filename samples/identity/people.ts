import { accountSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { profileSchema } from '#app/modules/identity/addresses/forms.ts';
import { signOut, signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { saveProfile } from '#app/modules/identity/addresses/save-profile.server.ts';
import type { Address } from '#app/basics/address.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { daysAgo } from '#samples/days.ts';

/** The first person has the sign-in that is printed at start. */
const PEOPLE = [
  {
    key: 'asha',
    name: 'Asha Rawat',
    email: 'customer@bisvar.example',
    password: 'aipan-customer',
    phone: '9876543210',
    joined: 96,
    address: { street: '14 Mall Road', city: 'Almora', state: 'Uttarakhand', zipCode: '263601' },
  },
  {
    key: 'meera',
    name: 'Meera Iyer',
    email: 'meera@bisvar.example',
    password: 'lotus-and-cows',
    phone: '9845011223',
    joined: 84,
    address: { street: '7 Sampige Road, Malleshwaram', city: 'Bengaluru', state: 'Karnataka', zipCode: '560003' },
  },
  {
    key: 'vikram',
    name: 'Vikram Chauhan',
    email: 'vikram@bisvar.example',
    password: 'five-brass-lamps',
    phone: '9811044556',
    joined: 61,
    address: { street: 'B-42 Lajpat Nagar II', city: 'New Delhi', state: 'Delhi', zipCode: '110024' },
  },
  {
    key: 'farida',
    name: 'Farida Shaikh',
    email: 'farida@bisvar.example',
    password: 'ringal-and-apples',
    phone: '9820077889',
    joined: 40,
    address: { street: '3 Carter Road, Bandra West', city: 'Mumbai', state: 'Maharashtra', zipCode: '400050' },
  },
  {
    key: 'joseph',
    name: 'Joseph Kurian',
    email: 'joseph@bisvar.example',
    password: 'painted-keepsakes',
    phone: '9447012345',
    joined: 24,
    address: { street: '18 Princess Street, Fort Kochi', city: 'Kochi', state: 'Kerala', zipCode: '682001' },
  },
] as const;

export type SamplePerson = (typeof PEOPLE)[number]['key'];
export type Customer = { name: string; email: string; phone: string; address: Address; contextFor: (at: Date) => Shop };

export async function signUpSamplePeople(shop: Shop): Promise<Record<SamplePerson, Customer>> {
  const customers: Partial<Record<SamplePerson, Customer>> = {};
  for (const { key, phone, joined, address, ...person } of PEOPLE) {
    const then = { ...shop, now: daysAgo(shop, joined) };
    const account = accountSchema.parse(person);
    const made = await signUp(then, account);
    if (!made.ok) throw new Error(`the sample customer ${account.email} was refused: ${made.reason}`);
    const { userId, cookies } = made.value;
    await signOut(then, new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }));
    const { name, email } = account;
    const contextFor = (now: Date): Shop => ({
      ...shop,
      now,
      actor: { kind: 'customer', userId, sessionId: userId, name, email, emailVerified: false },
    });
    await saveProfile(contextFor(then.now), profileSchema.parse({ name, phone, ...address }));
    customers[key] = { name, email, phone, address: { ...address, country: 'India' }, contextFor };
  }
  return customers as Record<SamplePerson, Customer>;
}
