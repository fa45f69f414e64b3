import { paymentMeans } from '#app/basics/payment-methods.ts';
import { offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { type Settings, shownContact } from '#app/modules/store/settings/settings.ts';
import { textChannelsOf } from '#app/basics/text-channels.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { FaqFacts } from './faq-questions.ts';

export const faqFacts = (shop: Shop, settings: Settings): FaqFacts => ({
  ...settings,
  contact: shownContact(shop.config.mode, settings),
  channels: textChannelsOf(shop),
  paysBy: paymentMeans(offeredMethods(shop, settings)),
});
