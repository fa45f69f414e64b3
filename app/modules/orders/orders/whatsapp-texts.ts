import { type WhatsAppCopy, type WhatsAppFacts, writeWhatsApp } from '#app/modules/messaging/messages/whatsapp.ts';
import type { Order } from './order.ts';

export const ORDER_WHATSAPP_COPY = {
  'order-placed': ({ number, link }) => ({
    en: `This is about your order ${number}: ${link}`,
    hi: `आपके ऑर्डर ${number} के बारे में बात करनी है: ${link}`,
  }),
  'payment-awaited': ({ number, amount, link }) => ({
    en: `Your order ${number} is waiting for your payment of ${amount}. You can pay by UPI and track your order here: ${link}`,
    hi: `आपके ऑर्डर ${number} का ${amount} का भुगतान अभी बाकी है। आप UPI से भुगतान कर सकते हैं और ऑर्डर यहाँ देख सकते हैं: ${link}`,
  }),
  'order-confirmed': ({ number, link }) => ({
    en: `Thank you, your order ${number} is confirmed. We will message you again when it ships. Track it here: ${link}`,
    hi: `धन्यवाद, आपका ऑर्डर ${number} पक्का हो गया है। स्टूडियो से निकलते ही हम आपको बताएँगे। ऑर्डर यहाँ देखें: ${link}`,
  }),
  'order-shipped': ({ number, parcels, link }) => ({
    en: `Your order ${number} is on its way.${parcels} Track it here: ${link}`,
    hi: `आपका ऑर्डर ${number} रवाना हो गया है।${parcels} उसे यहाँ देखें: ${link}`,
  }),
  'order-delivered': ({ number }) => ({
    en: `Your order ${number} has arrived. We hope you like it. Tell us if anything is wrong with it.`,
    hi: `आपका ऑर्डर ${number} पहुँच गया है। आशा है आपको पसंद आया होगा; कोई कमी हो तो हमें ज़रूर बताएँ।`,
  }),
  'payment-not-found': ({ number, amount, link }) => ({
    en: `We could not find the payment of ${amount} for your order ${number} in our account. Please send us the reference from your UPI app, or a screenshot. Your order: ${link}`,
    hi: `आपके ऑर्डर ${number} का ${amount} का भुगतान हमें अपने खाते में नहीं मिला। कृपया अपने UPI ऐप में रेफ़रेंस नंबर देखकर हमें भेजें, या स्क्रीनशॉट भेज दें। आपका ऑर्डर: ${link}`,
  }),
  'refund-asked': ({ number, amount, link }) => ({
    en: `We are refunding ${amount} for your order ${number}. Please enter your UPI ID here so that we can send it: ${link}`,
    hi: `आपके ऑर्डर ${number} के ${amount} आपको वापस मिलेंगे। पैसे भेजने के लिए कृपया अपना UPI पता यहाँ बताएँ: ${link}`,
  }),
} as const satisfies Record<string, WhatsAppCopy>;

export type OrderMoment = keyof typeof ORDER_WHATSAPP_COPY;

export const orderWhatsAppTexts = (moment: OrderMoment, facts: WhatsAppFacts) =>
  writeWhatsApp(ORDER_WHATSAPP_COPY[moment], facts);

/** Returns which text fits an order now. `refundOwed`: the customer must still name an account for a refund. */
export function momentOfOrder(
  {
    status,
    paymentStatus,
    paymentMethod,
    verification,
  }: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'verification'>,
  refundOwed = false,
): OrderMoment {
  if (refundOwed) return 'refund-asked';
  if (verification === 'rejected') return 'payment-not-found';
  if (status === 'shipped') return 'order-shipped';
  if (status === 'delivered') return 'order-delivered';
  if (status === 'cancelled') return 'order-placed';
  if (paymentMethod === 'cod') return status === 'pending' ? 'order-placed' : 'order-confirmed';
  return status === 'pending' || paymentStatus === 'pending' ? 'payment-awaited' : 'order-confirmed';
}
