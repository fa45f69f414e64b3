import { href } from 'react-router';
import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import type { SettingKey } from '#app/modules/store/settings/settings.ts';
import { PAYMENT_METHODS, paymentMethodAdminLabel } from '#app/basics/payment-methods.ts';

/**
 * `path` is relative to the row in a list. `amount` is in rupees, `amount-or-none` may be empty, `prefixes` are
 * separated by commas.
 */
export type SettingField = {
  path: string;
  label: string;
  kind:
    | 'text'
    | 'text-or-none'
    | 'area'
    | 'number'
    | 'number-or-none'
    | 'amount'
    | 'amount-or-none'
    | 'prefixes'
    | 'day'
    | 'day-or-none'
    | 'tick'
    | 'choices'
    | 'select';
  hint?: string;
  optional?: true;
  options?: readonly { value: string; label: string }[];
};

export type SettingGroup = {
  id: string;
  title: string;
  intro: string;
  keys: readonly SettingKey[];
  fields: readonly SettingField[];
  list?: { key: SettingKey; row: string; add: string; fields: readonly SettingField[] };
};

const days = (path: string, label: string, unit: string): SettingField[] => [
  { path: `${path}.from`, label: `${label}, from`, kind: 'number', hint: unit },
  { path: `${path}.to`, label: `${label}, to`, kind: 'number', hint: unit },
];
const text = (path: string, label: string, hint?: string): SettingField => ({ path, label, kind: 'text', hint });
const number = (path: string, label: string, hint?: string): SettingField => ({ path, label, kind: 'number', hint });
const textOrNone = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'text-or-none',
  hint,
  optional: true,
});
/** May be empty at first, but is required to open the shop. */
const textBeforeOpening = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'text-or-none',
  hint,
});
const numberOrNone = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'number-or-none',
  hint,
  optional: true,
});

const freeAbove = (path: string): SettingField => ({
  path,
  label: 'Free above',
  kind: 'amount-or-none',
  hint: 'Rupees, after discount. Leave empty for never',
  optional: true,
});

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'shop',
    title: 'Shop',
    intro: 'The name in the header, emails and search results.',
    keys: ['shopName', 'tagline', 'policiesUpdated'],
    fields: [
      text('shopName', 'Shop name'),
      text('tagline', 'Tagline', 'Shown after the name in search results'),
      text('policiesUpdated', 'Policies last updated', 'Shown on the privacy policy, e.g. January 2024'),
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    intro: 'How customers reach you: shown on the contact page, in emails and in the footer.',
    keys: ['contact'],
    fields: [
      text('contact.email', 'Email', 'Orders, requests and questions are sent here'),
      text('contact.phone', 'Phone'),
      text('contact.whatsapp', 'WhatsApp'),
      { path: 'contact.address', label: 'Address', kind: 'area' },
      text('contact.hours', 'Hours'),
      number('contact.replyWithinHours', 'Reply within', 'Hours'),
    ],
  },
  {
    id: 'legal',
    title: 'Seller',
    intro: 'Shown on the contact page and in the terms. Required by law in India.',
    keys: ['legal'],
    fields: [
      textBeforeOpening('legal.sellerName', 'Seller’s legal name', 'Your name, or your firm’s registered name'),
      textBeforeOpening('legal.sellerAddress', 'Seller’s address', 'In full, with the PIN code'),
      textBeforeOpening('legal.grievanceName', 'Grievance officer', 'Handles complaints; this can be you'),
      textBeforeOpening('legal.grievanceEmail', 'Grievance officer’s email'),
      textOrNone('legal.grievancePhone', 'Grievance officer’s phone'),
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    intro: 'Who is paid, and the payment methods at checkout. Methods appear once connected.',
    keys: ['upi', 'paymentMethods', 'cashOnDelivery'],
    fields: [
      textOrNone('upi.address', 'UPI address', 'e.g. name@bank. Required for UPI payments. Check it twice'),
      textOrNone('upi.name', 'Payee name', 'As your bank shows it'),
      { path: 'upi.isMerchant', label: 'This is a merchant’s address', kind: 'tick' },
      {
        path: 'paymentMethods',
        label: 'Payment methods',
        kind: 'choices',
        options: PAYMENT_METHODS.map((value) => ({ value, label: paymentMethodAdminLabel(value) })),
      },
      {
        path: 'cashOnDelivery.maxTotal',
        label: 'Cash on delivery up to',
        kind: 'amount-or-none',
        hint: 'Rupees, before its charge. Leave empty for no limit',
        optional: true,
      },
      {
        path: 'cashOnDelivery.charge',
        label: 'Cash on delivery charge',
        kind: 'amount',
        hint: 'Rupees, added to the total. 0 for free',
      },
      number('cashOnDelivery.maxOpen', 'Max. open COD orders per customer', 'On the way, or returned within 90 days'),
      {
        path: 'cashOnDelivery.pinPrefixes',
        label: 'Cash on delivery to these PIN codes',
        kind: 'prefixes',
        hint: 'First digits, e.g. 2636, 110, in addition to zones with cash under Shipping. Leave both empty for everywhere',
        optional: true,
      },
      { path: 'cashOnDelivery.confirmByPhone', label: 'I call to confirm each cash order', kind: 'tick' },
    ],
  },
  {
    id: 'protection',
    title: 'Protection',
    intro:
      'How much stock people can hold before you confirm a payment. Customers with a confirmed payment can hold three times as much, without the network limit.',
    keys: ['unmatchedOrders'],
    fields: [
      number('unmatchedOrders.orders', 'Unpaid orders per person', 'Unconfirmed orders a new customer may have'),
      number('unmatchedOrders.artworks', 'Unpaid pieces per person', 'In all unpaid orders together'),
      number('unmatchedOrders.artworksPerNetwork', 'Unpaid pieces per network', 'For everyone on one network address'),
    ],
  },
  {
    id: 'tax',
    title: 'Tax',
    intro: 'Your GST registration decides which invoices you issue. Changes apply to new invoices only.',
    keys: ['seller', 'gst'],
    fields: [
      {
        path: 'seller.status',
        label: 'Seller’s status',
        kind: 'select',
        options: [
          { value: 'unregistered', label: 'Unregistered: invoices without tax' },
          { value: 'composition', label: 'Composition: bills of supply' },
          { value: 'regular', label: 'Regular: tax invoices' },
        ],
      },
      {
        path: 'seller.gstin',
        label: 'GSTIN',
        kind: 'text-or-none',
        hint: 'For registered sellers. The first two digits are the state',
        optional: true,
      },
      {
        path: 'seller.pricesExcludeGst',
        label: 'Prices exclude GST (regular sellers): add it at checkout',
        kind: 'tick',
      },
      {
        path: 'seller.ownStateOnly',
        label: 'Deliver within your own state only (required for composition sellers)',
        kind: 'tick',
      },
      ...MEDIUMS.flatMap((medium): SettingField[] => [
        number(
          `gst.${medium}.rate`,
          `GST on ${MEDIUM_LABELS[medium].toLowerCase()}`,
          'Percent, unless set on the piece',
        ),
        text(`gst.${medium}.hsn`, `HSN of ${MEDIUM_LABELS[medium].toLowerCase()}`, 'Unless set on the piece'),
      ]),
    ],
  },
  {
    id: 'shipping',
    title: 'Shipping',
    intro: 'Charge one rate, or by zone.',
    keys: ['shippingMode', 'flatShipping', 'unservedPinPrefixes', 'shippingZones'],
    fields: [
      {
        path: 'shippingMode',
        label: 'Checkout charges',
        kind: 'select',
        options: [
          { value: 'flat', label: 'One rate for all of India' },
          { value: 'zones', label: 'By zone' },
        ],
      },
      { path: 'flatShipping.cost', label: 'One rate', kind: 'amount', hint: 'Rupees' },
      freeAbove('flatShipping.freeAbove'),
      {
        path: 'unservedPinPrefixes',
        label: 'PIN codes we don’t deliver to',
        kind: 'prefixes',
        hint: 'First digits, separated by commas. Leave empty to deliver everywhere',
        optional: true,
      },
    ],
    list: {
      key: 'shippingZones',
      row: 'Zone',
      add: 'Add a zone',
      fields: [
        text('name', 'Name'),
        { path: 'places', label: 'Places', kind: 'area' },
        ...days('businessDays', 'Business days', 'Days'),
        { path: 'cost', label: 'Charge', kind: 'amount', hint: 'Rupees' },
        freeAbove('freeAbove'),
        {
          path: 'pinPrefixes',
          label: 'PIN codes',
          kind: 'prefixes',
          hint: 'First digits, separated by commas. Leave empty in the zone for all other PIN codes',
          optional: true,
        },
        { path: 'unserved', label: 'We don’t deliver there yet', kind: 'tick' },
        { path: 'takesCash', label: 'Cash on delivery available', kind: 'tick' },
      ],
    },
  },
  {
    id: 'policies',
    title: 'Policies',
    intro: 'Your promises on the policy pages, at checkout and in emails. Only ticked promises are shown.',
    keys: ['promises'],
    fields: [
      ...days('promises.deliveryBusinessDays', 'Delivery', 'Business days'),
      ...days('promises.processingBusinessDays', 'Processing', 'Business days'),
      ...days('promises.customWorkWeeks', 'Custom artworks', 'Weeks'),
      ...days('promises.commissionWeeks', 'Commissions', 'Weeks'),
      number('promises.commissionAdvancePercentage', 'Advance on commissions', 'Percent'),
      number('promises.cancelWithinHours', 'Cancel within', 'Hours'),
      number('promises.returnWithinDays', 'Return within', 'Days after delivery'),
      number('promises.reportIssuesWithinHours', 'Report issues within', 'Hours after delivery'),
      ...days('promises.refundBusinessDays', 'Refund', 'Business days'),
      {
        path: 'promises.emiAbove',
        label: 'EMI above',
        kind: 'amount-or-none',
        hint: 'Rupees. Leave empty for no instalments',
        optional: true,
      },
      { path: 'promises.isInsured', label: 'Every parcel is insured', kind: 'tick' },
      { path: 'promises.hasCertificate', label: 'Pieces come with a certificate of authenticity', kind: 'tick' },
      { path: 'promises.sendsPhotos', label: 'Customers get photos while their piece is painted', kind: 'tick' },
    ],
  },
  {
    id: 'figures',
    title: 'Figures',
    intro: 'Shown on the home and about pages. Enter only true figures. Leave empty to hide one.',
    keys: ['figures'],
    fields: [
      textOrNone('figures.happyCustomers', 'Happy customers'),
      textOrNone('figures.artworks', 'Artworks'),
      textOrNone('figures.years', 'Years'),
      textOrNone('figures.cities', 'Cities'),
      numberOrNone('figures.rating', 'Rating', 'Out of 5'),
      numberOrNone('figures.foundedIn', 'Founded in'),
    ],
  },
  {
    id: 'testimonials',
    title: 'Testimonials',
    intro: 'Shown on the home page, in this order. A live shop shows only testimonials with a source and consent.',
    keys: ['testimonials'],
    fields: [],
    list: {
      key: 'testimonials',
      row: 'Testimonial',
      add: 'Add a testimonial',
      fields: [
        text('name', 'Customer'),
        text('place', 'About'),
        { path: 'quote', label: 'Quote', kind: 'area' },
        number('rating', 'Stars', '1–5'),
        {
          path: 'source',
          label: 'Source',
          kind: 'text',
          hint: 'For your records, e.g. “email, 3 Oct 2026”',
          optional: true,
        },
        { path: 'hasConsent', label: 'They agreed to be quoted', kind: 'tick' },
      ],
    },
  },
  {
    id: 'founders',
    title: 'Founders',
    intro: 'Shown on the about page, in this order.',
    keys: ['founders'],
    fields: [],
    list: {
      key: 'founders',
      row: 'Founder',
      add: 'Add a founder',
      fields: [text('name', 'Name'), text('role', 'Role'), { path: 'about', label: 'One sentence', kind: 'area' }],
    },
  },
  {
    id: 'holidays',
    title: 'Holidays',
    intro:
      'Days the studio is closed. Shown on the contact and shipping pages in advance, and on every page on the day.',
    keys: ['holidays', 'away'],
    fields: [
      {
        path: 'away.until',
        label: 'Closed to orders until',
        kind: 'day-or-none',
        hint: 'Existing orders continue. Leave empty when you are open',
        optional: true,
      },
    ],
    list: {
      key: 'holidays',
      row: 'Holiday',
      add: 'Add a holiday',
      fields: [
        { path: 'from', label: 'First day', kind: 'day' },
        { path: 'to', label: 'Last day', kind: 'day' },
        text('reason', 'Reason', 'e.g. Diwali'),
      ],
    },
  },
  {
    id: 'calendar',
    title: 'Studio calendar',
    intro:
      'How much you paint in a week and how long a piece takes. The shop uses this for the earliest finish dates, without Sundays and holidays.',
    keys: ['studioCalendar', 'workHours'],
    fields: [
      number('studioCalendar.hoursPerWeek', 'Hours a week', 'Painting and stitching together'),
      number('studioCalendar.otherWorkHours', 'Other pieces take', 'Hours, for categories not listed below'),
      number('studioCalendar.stitchingHours', 'Stitching adds', 'Hours'),
    ],
    list: {
      key: 'workHours',
      row: 'Category',
      add: 'Add a category',
      fields: [
        text('category', 'Category', 'As on the piece, e.g. Fabric Painting'),
        number('hours', 'Hours a piece takes'),
      ],
    },
  },
  {
    id: 'cdn',
    title: 'Delivery network',
    intro: 'Only if you use a content delivery network (CDN). See docs/scaling.md.',
    keys: ['cdn'],
    fields: [number('cdn.maxAgeMinutes', 'Cache pages for (minutes)', 'At most 1440. 0 for no public caching')],
  },
];

/** The first group has the address without a name. */
export const findGroup = (name = SETTING_GROUPS[0]!.id): SettingGroup | undefined =>
  SETTING_GROUPS.find(({ id }) => id === name);
export const addressOf = (id: string): string =>
  id === SETTING_GROUPS[0]!.id ? href('/admin/settings/:group?') : href('/admin/settings/:group?', { group: id });
