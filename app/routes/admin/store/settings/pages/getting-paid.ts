import { PAYMENT_METHODS, paymentMethodAdminLabel } from '#app/basics/payment-methods.ts';
import {
  amountOrNone,
  prefixes,
  textOrNone,
  tick,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

export const GETTING_PAID: SettingPage = {
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
          'Rupees, without the cash on delivery charge. Leave empty for no limit',
        ),
        {
          path: 'cashOnDelivery.charge',
          label: 'Cash on delivery charge',
          kind: 'amount',
          hint: 'Rupees, added to the total. Include GST if you charge it. 0 for free',
        },
        prefixes(
          'cashOnDelivery.pinPrefixes',
          'Cash on delivery to these PIN codes',
          'First digits, e.g. 2636, 110. Zones with cash on delivery are added. If you name neither, it is available everywhere',
        ),
        tick('cashOnDelivery.confirmByPhone', 'I call to confirm each cash order'),
      ],
    },
  ],
};
