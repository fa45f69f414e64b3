import { describe, expect, test } from 'vitest';
import { toFirm } from './firm.ts';
import { readCheckoutForm } from './forms.ts';

const ARTWORK = '0c3f1a52-6a0e-4b8f-9a55-2f7f6a1f9a10';

function formWith(changes: Record<string, string | string[] | undefined> = {}): FormData {
  const fields: Record<string, string | string[] | undefined> = {
    key: 'a3b0c1d2-1111-4222-8333-444455556666',
    artworkId: ARTWORK,
    quantity: '2',
    price: '98000',
    seenTotal: '211000',
    couponCode: '',
    name: 'Asha Rawat',
    email: 'asha@example.in',
    phone: '98765 43210',
    zipCode: '263601',
    street: '14 Mall Road',
    city: 'Almora',
    state: 'Uttarakhand',
    paymentMethod: 'manual',
    paymentReferenceId: '432187650912',
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) if (each !== undefined) form.append(name, each);
  return form;
}

const errorsOf = (changes: Record<string, string | string[] | undefined>) => {
  const read = readCheckoutForm(formWith(changes));
  return read.ok ? {} : read.errors;
};

describe('the checkout form', () => {
  test('reads amounts in paise, phones without spaces, and empty coupons', () => {
    const read = readCheckoutForm(formWith());
    expect(read).toMatchObject({
      ok: true,
      value: {
        seenLines: [{ artworkId: ARTWORK, quantity: 2, price: 98_000 }],
        seenTotal: 211_000,
        shippingAddress: { phone: '9876543210', country: 'India' },
      },
    });
    expect(read.ok && read.value.couponCode).toBeUndefined();
  });

  test('may omit the coupon', () => {
    expect(readCheckoutForm(formWith({ couponCode: undefined })).ok).toBe(true);
  });

  test.each(['0', '-1', '1000000000', '1.5', 'two', '1e3', '', '٣'])('refuses a quantity of %j by name', (quantity) => {
    expect(errorsOf({ quantity })).toEqual({ quantity: 'quantity must be a whole number from 1 to 1000' });
  });

  test.each(['-1', '1.5', 'free', '', '99999999999999999999'])(
    'refuses a price and a total of %j by name',
    (amount) => {
      expect(errorsOf({ price: amount })).toEqual({ price: 'price must be an amount in paise' });
      expect(errorsOf({ seenTotal: amount })).toEqual({ seenTotal: 'seenTotal must be an amount in paise' });
    },
  );

  test.each(['+91 98765 43210', '919876543210', '098765 43210', '0091-98765-43210', '(+91) 98765.43210'])(
    'reads the phone %s',
    (phone) => {
      const read = readCheckoutForm(formWith({ phone }));
      expect(read).toMatchObject({ ok: true, value: { shippingAddress: { phone: '9876543210' } } });
    },
  );

  test('refuses unknown and repeated fields', () => {
    expect(errorsOf({ status: 'delivered' })).toEqual({ status: 'Unknown field: status' });
    expect(errorsOf({ seenTotal: ['1', '2'] })).toHaveProperty('seenTotal');
  });

  test('refuses lines that don’t fit together', () => {
    expect(errorsOf({ quantity: ['1', '1'] })).toHaveProperty('artworkId');
    expect(errorsOf({ artworkId: undefined, quantity: undefined, price: undefined })).toEqual({
      seenLines: 'Your cart is empty',
    });
  });

  test('says the specification’s words for address and reference', () => {
    expect(errorsOf({ phone: '98765', email: 'asha', name: ' ', state: 'Kumaon' })).toEqual({
      phone: 'Phone must be 10 digits',
      email: 'Invalid email address',
      name: 'Name is required',
      state: 'State is required',
    });
    expect(errorsOf({ paymentReferenceId: undefined })).toEqual({
      paymentReferenceId: 'Please enter a valid payment reference ID (minimum 6 characters)',
    });
    expect(errorsOf({ paymentReferenceId: ' 1 2 ', phone: '98765' })).toEqual({
      phone: 'Phone must be 10 digits',
      paymentReferenceId: 'Please enter a valid payment reference ID (minimum 6 characters)',
    });
    expect(errorsOf({ paymentReferenceId: '', paymentMethod: 'razorpay' })).toEqual({});
    expect(errorsOf({ paymentMethod: 'cheque' })).toEqual({ paymentMethod: 'Invalid payment method' });
  });
});

describe('a company as the buyer', () => {
  const GSTIN = '27AAPFU0939F1ZV';
  const company = { firmName: 'Rawat Textiles', firmGstin: GSTIN };
  const firmOf = (changes: Record<string, string>) => {
    const read = readCheckoutForm(formWith({ ...company, ...changes }));
    return read.ok ? toFirm({ ...read.value, state: read.value.shippingAddress.state }) : read.errors;
  };

  test('needs both a name and a GSTIN', () => {
    expect(errorsOf({ firmGstin: GSTIN })).toEqual({ firmName: 'Enter the company name' });
    expect(errorsOf({ firmName: 'Rawat Textiles' })).toEqual({
      firmGstin: 'Enter the GSTIN, or leave both fields empty',
    });
    expect(errorsOf({ firmName: ' ', firmGstin: ' ' })).toEqual({});
  });

  test('of another state says who receives the parcel', () => {
    expect(firmOf({ parcelFor: '' })).toEqual({ parcelFor: 'Choose who receives this parcel' });
    expect(firmOf({ parcelFor: 'firm' })).toEqual({ name: 'Rawat Textiles', gstin: GSTIN });
    expect(firmOf({ parcelFor: 'other' })).toMatchObject({ gstin: GSTIN, suppliesFirmState: true });
    expect(errorsOf({ ...company, parcelFor: 'nobody' })).toEqual({ parcelFor: 'Choose who receives this parcel' });
  });

  test('is not asked in its own state, or by a seller without GST', () => {
    expect(firmOf({ parcelFor: '', state: 'Maharashtra' })).toEqual({ name: 'Rawat Textiles', gstin: GSTIN });
    expect(firmOf({ parcelFor: 'other', state: 'Maharashtra' })).not.toHaveProperty('suppliesFirmState');
    expect(firmOf({})).toEqual({ name: 'Rawat Textiles', gstin: GSTIN });
  });
});
