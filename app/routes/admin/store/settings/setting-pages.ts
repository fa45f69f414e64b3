import { href } from 'react-router';
import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { PAYMENT_METHODS, paymentMethodAdminLabel } from '#app/basics/payment-methods.ts';
import type { SettingKey } from '#app/modules/store/settings/settings.ts';
import {
  amountOrNone,
  area,
  number,
  numberOrNone,
  prefixes,
  range,
  type SettingField,
  type SettingPage,
  text,
  textBeforeOpening,
  textOrNone,
  tick,
} from './setting-fields.ts';

const RUPEES = 'Rupees, after discount. Leave empty for never';

/** The first page has the address without a name. */
export const SETTING_PAGES: readonly SettingPage[] = [
  {
    id: 'shop',
    title: 'Your shop',
    sections: [
      {
        id: 'contact',
        fields: [
          text('shopName', 'Shop name'),
          text('tagline', 'Tagline', 'Shown after the name in search results'),
          area('contact.address', 'Address', 'In full, with the PIN code'),
          text('contact.phone', 'Phone'),
          {
            ...text('contact.whatsapp', 'WhatsApp', 'Leave empty if it is the same number'),
            optional: true,
            sameAs: 'contact.phone',
          },
          text('contact.email', 'Email', 'Orders, requests and questions are sent here'),
          text('contact.hours', 'Hours', 'e.g. Mon–Sat 10 am–8 pm'),
        ],
      },
      {
        id: 'seller',
        title: 'Seller and complaints',
        intro: 'Shown on the contact page and in the terms. Required by law in India.',
        isFolded: true,
        fields: [
          {
            ...textOrNone('legal.sellerName', 'Seller’s legal name', 'Leave empty if it is the shop’s name'),
            sameAs: 'shopName',
          },
          {
            ...textOrNone('legal.sellerAddress', 'Seller’s address', 'Leave empty if it is the shop’s address'),
            sameAs: 'contact.address',
          },
          textBeforeOpening('legal.grievanceName', 'Grievance officer', 'Handles complaints. This can be you'),
          {
            ...textOrNone('legal.grievanceEmail', 'Grievance officer’s email', 'Leave empty for the shop’s email'),
            sameAs: 'contact.email',
          },
          textOrNone('legal.grievancePhone', 'Grievance officer’s phone'),
        ],
      },
    ],
  },
  {
    id: 'getting-paid',
    title: 'Getting paid',
    sections: [
      {
        id: 'upi',
        fields: [
          textOrNone('upi.address', 'UPI address', 'e.g. name@bank. Required for UPI payments'),
          textOrNone('upi.name', 'Payee name', 'As your bank shows it'),
          tick('upi.isMerchant', 'This is a merchant’s address'),
        ],
      },
      {
        id: 'methods',
        fields: [
          {
            path: 'paymentMethods',
            label: 'Payment methods',
            kind: 'choices',
            hint: 'Methods appear at checkout once connected.',
            options: PAYMENT_METHODS.map((value) => ({ value, label: paymentMethodAdminLabel(value) })),
          },
        ],
      },
      {
        id: 'cash',
        title: 'Cash on delivery',
        shownFor: 'cash',
        fields: [
          amountOrNone(
            'cashOnDelivery.maxTotal',
            'Cash on delivery up to',
            'Rupees, before its charge. Leave empty for no limit',
          ),
          {
            path: 'cashOnDelivery.charge',
            label: 'Cash on delivery charge',
            kind: 'amount',
            hint: 'Rupees, added to the total. 0 for free',
          },
          prefixes(
            'cashOnDelivery.pinPrefixes',
            'Cash on delivery to these PIN codes',
            'First digits, e.g. 2636, 110, in addition to zones with cash. Leave both empty for everywhere',
          ),
          tick('cashOnDelivery.confirmByPhone', 'I call to confirm each cash order'),
        ],
      },
    ],
  },
  {
    id: 'delivery',
    title: 'Delivery',
    sections: [
      {
        id: 'rate',
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
          amountOrNone('flatShipping.freeAbove', 'Free above', RUPEES),
          prefixes(
            'unservedPinPrefixes',
            'PIN codes we don’t deliver to',
            'First digits, separated by commas. Leave empty to deliver everywhere',
          ),
        ],
      },
      {
        id: 'zones',
        title: 'Zones',
        intro: 'Delivery days and charges by PIN code. The shipping page shows them.',
        isFolded: true,
        opensWhile: { name: 'shippingMode', is: 'zones' },
        fields: [],
        list: {
          key: 'shippingZones',
          row: 'Zone',
          add: 'Add a zone',
          summary: (read) =>
            [
              read('name'),
              read('unserved') === 'yes' ? 'no delivery' : `₹${read('cost')}`,
              `${read('businessDays.from')}–${read('businessDays.to')} days`,
            ].join(' · '),
          fields: [
            text('name', 'Name'),
            area('places', 'Places'),
            ...range('businessDays', 'Business days', 'Days'),
            { path: 'cost', label: 'Charge', kind: 'amount', hint: 'Rupees' },
            amountOrNone('freeAbove', 'Free above', RUPEES),
            prefixes(
              'pinPrefixes',
              'PIN codes',
              'First digits, separated by commas. Leave empty in the zone for all other PIN codes',
            ),
            tick('unserved', 'We don’t deliver there yet'),
            tick('takesCash', 'Cash on delivery available'),
          ],
        },
      },
    ],
  },
  {
    id: 'tax',
    title: 'Tax and invoices',
    sections: [
      {
        id: 'registration',
        intro: 'Your GST registration decides which invoices you issue. Changes apply to new invoices only.',
        fields: [
          {
            path: 'seller.status',
            label: 'GST registration',
            kind: 'select',
            options: [
              { value: 'unregistered', label: 'Unregistered: invoices without tax' },
              { value: 'composition', label: 'Composition: bills of supply' },
              { value: 'regular', label: 'Regular: tax invoices' },
            ],
          },
        ],
      },
      {
        id: 'registered',
        shownFor: 'registered',
        fields: [
          textOrNone('seller.gstin', 'GSTIN', 'The first two digits are the state'),
          tick('seller.pricesExcludeGst', 'Prices exclude GST (regular sellers): add it at checkout'),
          tick('seller.ownStateOnly', 'Deliver within your own state only (required for composition sellers)'),
        ],
      },
      {
        id: 'rates',
        title: 'Rates and HSN codes',
        intro: 'The usual rate of each medium. A piece can have its own.',
        isFolded: true,
        fields: MEDIUMS.flatMap((medium): SettingField[] => [
          number(`gst.${medium}.rate`, `GST on ${MEDIUM_LABELS[medium].toLowerCase()}`, 'Percent'),
          text(`gst.${medium}.hsn`, `HSN of ${MEDIUM_LABELS[medium].toLowerCase()}`),
        ]),
      },
    ],
  },
  {
    id: 'policies',
    title: 'Policies and promises',
    sections: [
      {
        id: 'closed',
        title: 'Closed days',
        intro: 'Customers see closed days in advance. Existing orders continue.',
        fields: [
          {
            path: 'away.until',
            label: 'Closed to orders until',
            kind: 'day-or-none',
            hint: 'Leave empty while you are open',
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
        id: 'promises',
        title: 'Promises',
        intro: 'On the policy pages, at checkout and in emails. Only ticked promises are shown.',
        fields: [
          number('contact.replyWithinHours', 'Reply within', 'Hours'),
          number('promises.cancelWithinHours', 'Cancel within', 'Hours'),
          number('promises.returnWithinDays', 'Return within', 'Days after delivery'),
          number('promises.reportIssuesWithinHours', 'Report issues within', 'Hours after delivery'),
          tick('promises.isInsured', 'Every parcel is insured'),
          tick('promises.hasCertificate', 'Pieces come with a certificate of authenticity'),
          tick('promises.sendsPhotos', 'Customers get photos while their piece is painted'),
        ],
      },
      {
        id: 'times',
        title: 'Times, advance and instalments',
        isFolded: true,
        fields: [
          ...range('promises.processingBusinessDays', 'Processing', 'Business days'),
          ...range('promises.deliveryBusinessDays', 'Delivery', 'Business days'),
          ...range('promises.customWorkWeeks', 'Custom artworks', 'Weeks'),
          ...range('promises.commissionWeeks', 'Commissions', 'Weeks'),
          ...range('promises.refundBusinessDays', 'Refund', 'Business days'),
          number('promises.commissionAdvancePercentage', 'Advance on commissions', 'Percent'),
          amountOrNone('promises.emiAbove', 'EMI above', 'Rupees. Leave empty for no instalments'),
          text('policiesUpdated', 'Policies last updated', 'Shown on the privacy policy, e.g. January 2024'),
        ],
      },
      {
        id: 'calendar',
        title: 'Studio calendar',
        intro: 'How much you paint in a week. The earliest finish dates follow from it.',
        isFolded: true,
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
    ],
  },
  {
    id: 'home',
    title: 'Home and about',
    sections: [
      {
        id: 'hero',
        title: 'Home page',
        fields: [
          text('home.heroTitle', 'Headline, first line'),
          text('home.heroEmphasis', 'Headline, second line'),
          area('home.heroText', 'Below the headline'),
          area('home.visitText', 'Visit the studio'),
          { path: 'brandColour', label: 'Brand colour', kind: 'colour', hint: 'Dark enough for light text on it' },
        ],
      },
      {
        id: 'story',
        title: 'About page and footer',
        intro: 'The year you were founded is added to the first sentence and the footer.',
        fields: [
          area('about.lede', 'First sentence of About'),
          {
            path: 'about.story',
            label: 'Your story',
            kind: 'long-or-none',
            hint: 'Leave an empty line between paragraphs',
            optional: true,
          },
          area('footer.text', 'Footer'),
          numberOrNone('figures.foundedIn', 'Founded in', 'Year'),
        ],
      },
      {
        id: 'figures',
        title: 'Figures',
        intro: 'Enter only true figures. Leave empty to hide one.',
        isFolded: true,
        fields: [
          textOrNone('figures.happyCustomers', 'Happy customers'),
          textOrNone('figures.artworks', 'Artworks'),
          textOrNone('figures.years', 'Years'),
          textOrNone('figures.cities', 'Cities'),
          numberOrNone('figures.rating', 'Rating', 'Out of 5'),
        ],
      },
      {
        id: 'testimonials',
        title: 'Testimonials',
        intro: 'On the home page, in this order. A live shop shows only testimonials with a source and consent.',
        isFolded: true,
        fields: [],
        list: {
          key: 'testimonials',
          row: 'Testimonial',
          add: 'Add a testimonial',
          summary: (read) => [read('name'), read('place')].join(' · '),
          fields: [
            text('name', 'Customer'),
            text('place', 'About'),
            area('quote', 'Quote'),
            number('rating', 'Stars', '1–5'),
            {
              path: 'source',
              label: 'Source',
              kind: 'text',
              hint: 'For your records, e.g. “email, 3 Oct 2026”',
              optional: true,
            },
            tick('hasConsent', 'They agreed to be quoted'),
          ],
        },
      },
      {
        id: 'founders',
        title: 'Founders',
        intro: 'On the about page, in this order.',
        isFolded: true,
        fields: [],
        list: {
          key: 'founders',
          row: 'Founder',
          add: 'Add a founder',
          fields: [text('name', 'Name'), text('role', 'Role'), area('about', 'One sentence')],
        },
      },
      {
        id: 'values',
        title: 'Values',
        intro: 'On the about page, in this order.',
        isFolded: true,
        fields: [],
        list: {
          key: 'values',
          row: 'Value',
          add: 'Add a value',
          fields: [text('title', 'Title'), area('text', 'One sentence')],
        },
      },
      {
        id: 'search',
        title: 'Search results and delivery line',
        isFolded: true,
        fields: [
          area('home.searchText', 'Home page in search results'),
          text('footer.delivery', 'Delivery line', 'Shown in the footer and the bar at the top'),
        ],
      },
    ],
  },
  {
    id: 'protection',
    title: 'Protection',
    sections: [
      {
        id: 'limits',
        intro:
          'How much stock people can hold before you confirm a payment. Customers with a confirmed payment can hold three times as much, without the network limit.',
        fields: [
          number('unmatchedOrders.orders', 'Unpaid orders per person', 'Unconfirmed orders a new customer may have'),
          number('unmatchedOrders.artworks', 'Unpaid pieces per person', 'In all unpaid orders together'),
          number(
            'unmatchedOrders.artworksPerNetwork',
            'Unpaid pieces per network',
            'For everyone on one network address',
          ),
          number(
            'cashOnDelivery.maxOpen',
            'Max. open COD orders per customer',
            'On the way, or returned within 90 days',
          ),
        ],
      },
      {
        id: 'cdn',
        title: 'Advanced',
        intro: 'Only if you use a content delivery network (CDN). See docs/scaling.md.',
        isFolded: true,
        fields: [number('cdn.maxAgeMinutes', 'Cache pages for (minutes)', 'At most 1440. 0 for no public caching')],
      },
    ],
  },
];

/** The setting groups of earlier releases, each with its page and section. */
export const FORMER_GROUPS: Readonly<Record<string, string>> = {
  shop: 'shop',
  contact: 'shop',
  legal: 'shop#seller',
  payment: 'getting-paid',
  shipping: 'delivery',
  figures: 'home#figures',
  testimonials: 'home#testimonials',
  founders: 'home#founders',
  holidays: 'policies#closed',
  calendar: 'policies#calendar',
  cdn: 'protection#cdn',
};

const FIRST = SETTING_PAGES[0]!.id;

export const findPage = (id = FIRST): SettingPage | undefined => SETTING_PAGES.find((page) => page.id === id);

/** `target` is a page's id, optionally with a section: 'home#founders'. */
export function addressOf(target: string): string {
  const [id = FIRST, section] = target.split('#');
  const path = id === FIRST ? href('/admin/settings/:group?') : href('/admin/settings/:group?', { group: id });
  return section ? `${path}#${section}` : path;
}

/** The settings that a page changes, wholly or in part. */
export const keysOf = ({ sections }: SettingPage): SettingKey[] => [
  ...new Set(
    sections.flatMap(({ fields, list }) => [
      ...fields.map(({ path }) => path.split('.')[0] as SettingKey),
      ...(list ? [list.key] : []),
    ]),
  ),
];
