import { MEDIUM_LABELS, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import {
  number,
  text,
  textOrNone,
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
};
