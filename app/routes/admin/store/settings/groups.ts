import { href } from 'react-router';
import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import type { SettingKey } from '#app/modules/store/settings/settings.ts';
import { PAYMENT_METHODS, paymentMethodAdminLabel } from '#app/basics/payment-methods.ts';

/**
 * One field of a settings form. `path` is where its value lies: 'contact.email'; in a list, within a row. `kind` says
 * how it is typed: `amount` in rupees, `amount-or-none` may stay empty, `prefixes` are numbers with commas between them,
 * `choices` is a box for each option.
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

/** Settings that are shown and saved together; `list` is one that has rows. */
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
/** Settings that may be empty at first and are required to open the shop. */
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
  hint: 'Rupees after discount; empty: never',
  optional: true,
});

/** Every setting of the shop has its place here; a test says when one is missing. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'shop',
    title: 'Shop',
    intro: 'The name in the header, in mails and in search results.',
    keys: ['shopName', 'tagline', 'policiesUpdated'],
    fields: [
      text('shopName', 'Shop name'),
      text('tagline', 'Tagline', 'Stands beside the name where no page title does'),
      text('policiesUpdated', 'Policies last updated', 'Shown on the privacy policy, like January 2024'),
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    intro: 'Where customers reach you, on the contact page, in mails and in the footer.',
    keys: ['contact'],
    fields: [
      text('contact.email', 'Email', 'Orders, requests and questions are mailed here'),
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
    intro:
      'Who sells, and who answers complaints, on the contact page and in the terms. The law asks a shop in India for both.',
    keys: ['legal'],
    fields: [
      textBeforeOpening('legal.sellerName', 'Seller’s legal name', 'Yours, or that of your firm as it is registered'),
      textBeforeOpening('legal.sellerAddress', 'Seller’s address', 'In full, with the PIN code'),
      textBeforeOpening('legal.grievanceName', 'Grievance officer', 'Who answers complaints; it may be you'),
      textBeforeOpening('legal.grievanceEmail', 'Grievance officer’s email'),
      textOrNone('legal.grievancePhone', 'Grievance officer’s phone'),
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    intro: 'Who is paid, and the ways to pay at checkout. A way without credentials stays hidden in a live shop.',
    keys: ['upi', 'paymentMethods', 'cashOnDelivery'],
    fields: [
      textOrNone(
        'upi.address',
        'UPI address',
        'Like name@bank. Money goes here: check it twice. Without one nobody pays by UPI reference',
      ),
      textOrNone('upi.name', 'Payee name', 'As the bank shows it'),
      { path: 'upi.isMerchant', label: 'This is a merchant’s address', kind: 'tick' },
      {
        path: 'paymentMethods',
        label: 'Ways to pay',
        kind: 'choices',
        options: PAYMENT_METHODS.map((value) => ({ value, label: paymentMethodAdminLabel(value) })),
      },
      {
        path: 'cashOnDelivery.maxTotal',
        label: 'Cash on delivery up to',
        kind: 'amount-or-none',
        hint: 'Rupees, without its charge; empty: any total',
        optional: true,
      },
      {
        path: 'cashOnDelivery.charge',
        label: 'Cash on delivery charge',
        kind: 'amount',
        hint: 'Rupees, added to the total; 0: free',
      },
      number(
        'cashOnDelivery.maxOpen',
        'Open at once',
        'Cash orders a person may have on the way or returned in 90 days',
      ),
      {
        path: 'cashOnDelivery.pinPrefixes',
        label: 'Cash on delivery to these PIN codes',
        kind: 'prefixes',
        hint: 'First digits, like 2636, 110, beside the zones that take cash under Shipping; neither: everywhere',
        optional: true,
      },
      { path: 'cashOnDelivery.confirmByPhone', label: 'I call to confirm each cash order', kind: 'tick' },
    ],
  },
  {
    id: 'protection',
    title: 'Protection',
    intro:
      'How much stock people can hold before you confirm a payment. Customers with a matched payment can hold three times as much, and their network does not count.',
    keys: ['unmatchedOrders'],
    fields: [
      number('unmatchedOrders.orders', 'Unpaid orders per person', 'Orders and checkouts at the same time'),
      number('unmatchedOrders.artworks', 'Unpaid pieces per person', 'In all of them together'),
      number(
        'unmatchedOrders.artworksPerNetwork',
        'Unpaid pieces per network',
        'Of all people on one network address together',
      ),
    ],
  },
  {
    id: 'tax',
    title: 'Tax',
    intro:
      'How the shop stands with GST, which decides what its papers are. A change counts from the next paper on: what was issued stays as it is.',
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
        hint: 'Of a registered seller. Its first two digits are the state',
        optional: true,
      },
      { path: 'seller.pricesExcludeGst', label: 'Prices exclude GST: a regular seller adds it to them', kind: 'tick' },
      {
        path: 'seller.ownStateOnly',
        label: 'Deliver within the own state only: a composition seller may not deliver to another',
        kind: 'tick',
      },
      ...MEDIUMS.flatMap((medium): SettingField[] => [
        number(
          `gst.${medium}.rate`,
          `GST on ${MEDIUM_LABELS[medium].toLowerCase()}`,
          'Percent, unless the piece has its own',
        ),
        text(`gst.${medium}.hsn`, `HSN of ${MEDIUM_LABELS[medium].toLowerCase()}`, 'Unless the piece has its own'),
      ]),
    ],
  },
  {
    id: 'shipping',
    title: 'Shipping',
    intro: 'What a parcel costs. The zones are what the shipping page shows; checkout charges by them when told to.',
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
        hint: 'First digits, with commas, in whatever zone. Leave empty to deliver everywhere',
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
          hint: 'First digits, with commas. Leave empty in the one zone that serves all the rest',
          optional: true,
        },
        { path: 'unserved', label: 'We don’t deliver there yet', kind: 'tick' },
        { path: 'takesCash', label: 'Cash on delivery is possible there', kind: 'tick' },
      ],
    },
  },
  {
    id: 'policies',
    title: 'Policies',
    intro:
      'What the shop promises, on the policy pages, at checkout and in mails. A sentence stands there only while it is ticked here.',
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
        hint: 'Rupees; empty: no instalments',
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
    intro: 'The numbers on the home and about pages. Write only what is true: what is empty is left out.',
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
    intro:
      'What customers said, on the home page, in this order. A live shop shows only those whose source is written down and whose author has consented.',
    keys: ['testimonials'],
    fields: [],
    list: {
      key: 'testimonials',
      row: 'Testimonial',
      add: 'Add a testimonial',
      fields: [
        text('name', 'Who'),
        text('place', 'About what'),
        { path: 'quote', label: 'Words', kind: 'area' },
        number('rating', 'Stars', 'From 1 to 5'),
        {
          path: 'source',
          label: 'Where it was said',
          kind: 'text',
          hint: 'Like “By mail, 3 October 2026”. For you, and for who asks for proof',
          optional: true,
        },
        { path: 'hasConsent', label: 'Who said it agrees that it stands here', kind: 'tick' },
      ],
    },
  },
  {
    id: 'founders',
    title: 'Founders',
    intro: 'The people of the about page, in this order.',
    keys: ['founders'],
    fields: [],
    list: {
      key: 'founders',
      row: 'Founder',
      add: 'Add a founder',
      fields: [text('name', 'Name'), text('role', 'Role'), { path: 'about', label: 'In a sentence', kind: 'area' }],
    },
  },
  {
    id: 'holidays',
    title: 'Holidays',
    intro: 'Days on which the studio is closed: the contact and shipping pages say so before, every page on the day.',
    keys: ['holidays', 'away'],
    fields: [
      {
        path: 'away.until',
        label: 'Away until',
        kind: 'day-or-none',
        hint: 'Until this day nobody can buy; what is ordered, held or paid goes on. Empty: you are here',
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
        text('reason', 'Why', 'Like Diwali'),
      ],
    },
  },
  {
    id: 'calendar',
    title: 'Studio calendar',
    intro:
      'How much you paint in a week, and how long a piece takes. Pages say from it when a new piece can be finished at the earliest. Sundays and holidays take their share of a week.',
    keys: ['studioCalendar', 'workHours'],
    fields: [
      number('studioCalendar.hoursPerWeek', 'Hours a week', 'Of painting and stitching, all together'),
      number('studioCalendar.otherWorkHours', 'Anything else takes', 'Hours, where its category has none below'),
      number('studioCalendar.stitchingHours', 'Stitching adds', 'Hours'),
    ],
    list: {
      key: 'workHours',
      row: 'Category',
      add: 'Add a category',
      fields: [
        text('category', 'Category', 'As the piece has it, like Fabric Painting'),
        number('hours', 'Hours a piece takes'),
      ],
    },
  },
  {
    id: 'cdn',
    title: 'Delivery network',
    intro:
      'A content delivery network (CDN) before the shop can hand out its pages from near the visitor. Only where one is set up: docs/scaling.md says how.',
    keys: ['cdn'],
    fields: [
      number(
        'cdn.maxAgeMinutes',
        'Minutes a delivery network may keep guest pages',
        'At most 1440; 0 means no public caching',
      ),
    ],
  },
];

/** The first group has the address without a name. */
export const findGroup = (name = SETTING_GROUPS[0]!.id): SettingGroup | undefined =>
  SETTING_GROUPS.find(({ id }) => id === name);
export const addressOf = (id: string): string =>
  id === SETTING_GROUPS[0]!.id ? href('/admin/settings/:group?') : href('/admin/settings/:group?', { group: id });
