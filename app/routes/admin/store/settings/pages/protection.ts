import { number, type SettingPage } from '#app/routes/admin/store/settings/setting-fields.ts';

export const PROTECTION: SettingPage = {
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
        number('cashOnDelivery.maxOpen', 'Max. open COD orders per customer', 'On the way, or returned within 90 days'),
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
};
