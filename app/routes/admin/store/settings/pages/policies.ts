import {
  amountOrNone,
  number,
  range,
  text,
  tick,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

export const POLICIES: SettingPage = {
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
      id: 'custom-work',
      title: 'Custom work',
      intro: 'On fabric pieces and in the custom order form.',
      isFolded: true,
      fields: [
        amountOrNone('customWork.paintingFrom', 'Painting from', 'Rupees. Leave empty to name no price'),
        amountOrNone('customWork.stitchingFrom', 'Stitching from', 'Rupees. Leave empty to name no price'),
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
};
