import { describe, expect, test } from 'vitest';
import { contactMessageSchema } from '#app/modules/messaging/contact/forms.ts';
import { codeSchema as couponSchema } from '#app/modules/orders/coupons/forms.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { destinationSchema } from '#app/modules/payments/payments/refund-destination.ts';
import { settingsSchema } from '#app/modules/store/settings/settings.ts';
import { codeSchema, signInSchema } from '#app/modules/identity/sign-in/forms.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';

const address = shippingAddressSchema.shape;
const contact = contactMessageSchema.shape;

test.each([
  ['a phone with embedding marks', address.phone, '\u202a+91 98765 43210\u202c', '9876543210'],
  ['a phone with hyphens that do not break', address.phone, '98765\u201143210', '9876543210'],
  ['a phone with a dash', address.phone, '+91 98765\u201343210', '9876543210'],
  ['a phone in Devanagari digits', address.phone, '९८७६५ ४३२१०', '9876543210'],
  ['a phone in Bengali digits', contact.phone, '৯৮৭৬৫৪৩২১০', '9876543210'],
  ['a phone with 0 before it', contact.phone, '098765 43210', '9876543210'],
  ['a phone with 91 before it', contact.phone, '919876543210', '9876543210'],
  ['a phone of another country', contact.phone, '+1 415\u2011555\u20110100', '+14155550100'],
  ['a PIN code with a mark', address.zipCode, '263601\u200e', '263601'],
  ['a full-width PIN code', address.zipCode, '２６３６０１', '263601'],
  ['an email with a space of no width', contact.email, '\u200basha@example.com', 'asha@example.com'],
  ['an email with a soft hyphen', signInSchema.shape.email, 'as\u00adha@example.com', 'asha@example.com'],
  ['a coupon with a space of no width', couponSchema, 'WELCOME10\u200b', 'WELCOME10'],
  ['a one-time code in full-width digits', codeSchema.shape.code, '\u200e１２３ ４５６', '123456'],
  ['a name with a bidirectional override', contact.name, 'Asha\u202e Rawat', 'Asha Rawat'],
  ['a name with a joiner inside a word', contact.name, 'क्‍ष', 'क्‍ष'],
])('%s is read', (_what, schema, pasted, expected) => {
  expect(schema.parse(pasted)).toBe(expected);
});

test.each(['\u202a447388000077\u202c', '４４７３８８００００７７', 'UPI Ref No. 447388000077', '४४७३८८००००७७'])(
  'the reference %j is its 12 digits',
  (pasted) => {
    expect(normaliseReference(pasted)).toBe('447388000077');
  },
);

test('reads payment details without invisible characters', () => {
  const upi = settingsSchema.shape.upi.parse({ address: '\u200bbisvar\u200d@upi' });
  expect(upi.address).toBe('bisvar@upi');
  const sent = {
    accountHolder: 'Asha',
    accountNumber: '１２３４\u2011५६७८९०',
    ifsc: 'hdfc0001234\u200e',
  };
  expect(destinationSchema.parse(sent).destination).toEqual({
    accountHolder: 'Asha',
    accountNumber: '1234567890',
    ifsc: 'HDFC0001234',
  });
});

describe('an impossible phone number', () => {
  test.each(['0000000000', '1234567890', '09876543', '+91 5962 230001'])('%s is refused', (typed) => {
    expect(address.phone.safeParse(typed).error?.issues[0]?.message).toBe('Phone must be 10 digits');
    expect(contact.phone.safeParse(typed).success).toBe(false);
  });

  test.each(['98765432101', '+91 98765 4321', '++919876543210'])('%s is refused on the contact form', (typed) => {
    expect(contact.phone.safeParse(typed).success).toBe(false);
  });
});

test.each(['\u200b\u200b', '\u2060', '\u202e \u202c'])('the name %j is empty', (typed) => {
  expect(contact.name.safeParse(typed).error?.issues[0]?.message).toBe('Name is required');
});
