import { userEmails } from '#app/modules/identity/users/emails.server.ts';
import { signInEmails } from '#app/modules/identity/sign-in/emails.server.ts';
import { contactEmails } from '#app/modules/messaging/contact/emails.server.ts';
import { pushListeners } from '#app/modules/messaging/push/listeners.server.ts';
import { messageListeners } from '#app/modules/messaging/messages/listeners.server.ts';
import { healthEmails } from '#app/modules/operations/health/emails.server.ts';
import { backInStockEmails } from '#app/modules/orders/holds/emails.server.ts';
import { orderEmails } from '#app/modules/orders/orders/emails.server.ts';
import { orderTexts } from '#app/modules/orders/orders/text-messages.server.ts';
import { returnEmails } from '#app/modules/orders/returns/emails.server.ts';
import { refundEmails } from '#app/modules/payments/payments/emails.server.ts';
import { orderMailFacts, requestEmails } from '#app/modules/requests/requests/emails.server.ts';
import { consentData } from '#app/modules/store/consents/personal-data.server.ts';
import { accountData } from '#app/modules/identity/accounts/personal-data.server.ts';
import { sessionData } from '#app/modules/identity/sign-in/personal-data.server.ts';
import { addressData } from '#app/modules/identity/addresses/personal-data.server.ts';
import { invitationData } from '#app/modules/identity/users/personal-data.server.ts';
import { pushData } from '#app/modules/messaging/push/personal-data.server.ts';
import { messageData } from '#app/modules/messaging/messages/personal-data.server.ts';
import { contactData } from '#app/modules/messaging/contact/personal-data.server.ts';
import { wishlistData } from '#app/modules/catalogue/wishlist/personal-data.server.ts';
import { backInStockData } from '#app/modules/orders/holds/personal-data.server.ts';
import { cartData } from '#app/modules/orders/cart/personal-data.server.ts';
import { orderData } from '#app/modules/orders/orders/personal-data.server.ts';
import { returnData } from '#app/modules/orders/returns/personal-data.server.ts';
import { paymentData } from '#app/modules/payments/payments/personal-data.server.ts';
import { checkoutData } from '#app/modules/payments/checkout/personal-data.server.ts';
import { requestData } from '#app/modules/requests/requests/personal-data.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';

export const emailListeners = [
  ...pushListeners,
  ...messageListeners([
    ...signInEmails,
    ...userEmails,
    ...contactEmails,
    ...backInStockEmails,
    ...orderEmails(orderMailFacts),
    ...orderTexts,
    ...returnEmails,
    ...refundEmails(orderMailFacts),
    ...requestEmails,
    ...healthEmails,
  ]),
];

export const personalData: readonly PersonalData[] = [
  consentData,
  accountData,
  sessionData,
  addressData,
  invitationData,
  pushData,
  messageData,
  contactData,
  wishlistData,
  backInStockData,
  cartData,
  orderData,
  returnData,
  paymentData,
  checkoutData,
  requestData,
];
