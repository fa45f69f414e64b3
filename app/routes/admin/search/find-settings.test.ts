import { expect, test } from 'vitest';
import { SETTING_PAGES } from '#app/routes/admin/store/settings/setting-pages.ts';
import { SETTING_SYNONYMS } from '#app/routes/admin/store/settings/setting-synonyms.ts';
import { findSettings } from './find-settings.ts';

test.each([
  ['phone number', 'Phone', '/admin/settings#field-contact-phone'],
  ['Mobile', 'Phone', '/admin/settings#field-contact-phone'],
  ['opening hours', 'Hours', '/admin/settings#field-contact-hours'],
  ['gst number', 'GSTIN', '/admin/settings/tax#field-seller-gstin'],
  ['upi id', 'UPI address', '/admin/settings/getting-paid#field-upi-address'],
  ['logo', 'Shop name', '/admin/settings#field-shopName'],
  ['colour', 'Brand colour', '/admin/settings/home#field-brandColour'],
  ['holiday', 'Closed days', '/admin/settings/policies#closed'],
  ['shipping rate', 'One rate', '/admin/settings/delivery#field-flatShipping-cost'],
  ['courier', 'Zones', '/admin/settings/delivery#zones'],
  ['free above', 'Free above', '/admin/settings/delivery#field-flatShipping-freeAbove'],
  ['eway bill', 'E-way bill above', '/admin/settings/tax#field-taxWarnings-ewayBillAbove'],
  ['job work', 'GST on work on a customer’s fabric (%)', '/admin/settings/tax#field-gstOnServices-cloth-rate'],
  ['google merchant', 'Product feeds', '/admin/settings#feeds'],
  ['reviews', 'Testimonials', '/admin/settings/home#testimonials'],
])('finds %s as %s', (typed, label, to) => {
  expect(findSettings(typed).slice(0, 5)).toContainEqual(expect.objectContaining({ label, to }));
});

test('finds every setting first by its own label', () => {
  for (const { label } of SETTING_PAGES.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields)))
    expect(findSettings(label)[0]?.label).toBe(label);
});

test('finds nothing for an empty or unknown text', () => {
  expect(findSettings(' ')).toEqual([]);
  expect(findSettings('zebra')).toEqual([]);
});

test('every synonym belongs to a field or list', () => {
  const paths = SETTING_PAGES.flatMap(({ sections }) =>
    sections.flatMap(({ fields, list }) => [...fields.map(({ path }) => path), ...(list ? [list.key] : [])]),
  );
  expect(paths).toEqual(expect.arrayContaining(Object.keys(SETTING_SYNONYMS)));
});
