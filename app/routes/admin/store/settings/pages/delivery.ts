import {
  amountOrNone,
  area,
  prefixes,
  range,
  text,
  tick,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

const WITH_GST = 'Rupees. Include GST if you charge it';
const RUPEES = 'Rupees, after discount. Leave empty if delivery is never free';

export const DELIVERY: SettingPage = {
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
        { path: 'flatShipping.cost', label: 'One rate', kind: 'amount', hint: WITH_GST },
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
          { path: 'cost', label: 'Charge', kind: 'amount', hint: WITH_GST },
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
};
