import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import {
  amountOrNone,
  number,
  text,
  tick,
  type SettingField,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

export const TAX: SettingPage = {
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
        { path: 'seller.gstin', label: 'GSTIN', kind: 'text-or-none', hint: 'The first two digits are the state' },
      ],
    },
    {
      id: 'prices',
      shownFor: 'regular',
      intro:
        'Customers always see and pay prices with GST. Your prices stay the same when you change a rate. Quotes and delivery charges include GST.',
      fields: [tick('seller.pricesExcludeGst', 'I type prices without GST, and the shop adds it')],
    },
    {
      id: 'own-state',
      shownFor: 'unregistered',
      fields: [
        {
          path: 'seller.state',
          label: 'Your state',
          kind: 'select',
          options: [
            { value: '', label: 'Not chosen' },
            ...STATES_AND_TERRITORIES.map((value) => ({ value, label: value })),
          ],
          hint: 'Where you work',
        },
      ],
    },
    {
      id: 'delivery',
      shownFor: 'not-regular',
      intro:
        'Composition sellers may not deliver to another state. Unregistered sellers may send only handicraft there.',
      fields: [tick('seller.ownStateOnly', 'Deliver within your own state only')],
    },
    {
      id: 'rates',
      title: 'Rates and HSN codes',
      intro: 'The usual rate of each medium. A piece can have its own.',
      isFolded: true,
      fields: MEDIUMS.flatMap((medium): SettingField[] => [
        number(`gst.${medium}.rate`, `GST on ${MEDIUM_LABELS[medium].toLowerCase()} (%)`),
        text(`gst.${medium}.hsn`, `HSN of ${MEDIUM_LABELS[medium].toLowerCase()}`),
      ]),
    },
    {
      id: 'services',
      title: 'Services',
      intro: 'Delivery and cash charges have the rate of the goods. Work on a customer’s own fabric has its own rate.',
      isFolded: true,
      fields: [
        number('gstOnServices.cloth.rate', 'GST on work on a customer’s fabric (%)'),
        text('gstOnServices.cloth.hsn', 'SAC of work on a customer’s fabric'),
        text('gstOnServices.shippingSac', 'SAC of delivery'),
        text('gstOnServices.cashOnDeliverySac', 'SAC of the cash on delivery charge'),
      ],
    },
    {
      id: 'limits',
      title: 'Turnover and e-way bills',
      intro: 'We remind you before you pass these limits. Ask your accountant which apply to you.',
      isFolded: true,
      fields: [
        amountOrNone('taxWarnings.turnoverLimit', 'Turnover limit', 'Rupees in a year. Leave empty for no reminder'),
        amountOrNone(
          'taxWarnings.ewayBillAbove',
          'E-way bill above',
          'Rupees for a parcel. Leave empty for no reminder',
        ),
        tick('taxWarnings.ewayBillForHandicraft', 'Handicraft to another state needs an e-way bill at any value'),
      ],
    },
  ],
};
