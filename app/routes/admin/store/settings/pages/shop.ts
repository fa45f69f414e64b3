import {
  area,
  text,
  textBeforeOpening,
  textOrNone,
  type SettingPage,
} from '#app/routes/admin/store/settings/setting-fields.ts';

export const SHOP: SettingPage = {
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
      intro:
        'Required by law. If a field is empty, the shop uses its details above. The grievance officer has no such default.',
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
    {
      id: 'feeds',
      title: 'Product feeds',
      intro: 'Add these addresses to Google Merchant Center and Meta Commerce Manager.',
      fields: [],
    },
  ],
};
