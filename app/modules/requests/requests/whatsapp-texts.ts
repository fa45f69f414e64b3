import { type WhatsAppCopy, type WhatsAppFacts, writeWhatsApp } from '#app/modules/messaging/messages/whatsapp.ts';
import { ORDER_WHATSAPP_COPY } from '#app/modules/orders/orders/whatsapp-texts.ts';
import type { RequestPage } from './request-page.ts';

const COPY = {
  ...ORDER_WHATSAPP_COPY,
  'request-received': ({ number, artwork, link }) => ({
    en: `Thank you for your request ${number} for ${artwork}. We’ll reply with a price and a date.${link ? ` You can add to it here: ${link}` : ''}`,
    hi: `${artwork} के लिए आपका अनुरोध ${number} हमें मिल गया है, धन्यवाद। हम इसे देख रहे हैं और जल्द ही क़ीमत और तारीख़ बताएँगे।${link ? ` कुछ और बताना हो तो यहाँ लिखें: ${link}` : ''}`,
  }),
  'request-quoted': ({ number, artwork, amount, link }) => ({
    en: `Our quote for your request ${number} (${artwork}) is ready: ${amount}. ${link ? `Accept it or ask for a change here: ${link}` : 'Would you like to accept it, or change something?'}`,
    hi: `आपके अनुरोध ${number} (${artwork}) का कोटेशन तैयार है: ${amount}। ${link ? `आप उसे यहाँ देख सकते हैं, बदलाव माँग सकते हैं या स्वीकार कर सकते हैं: ${link}` : 'बताएँ कि यह ठीक है या कुछ बदलना है।'}`,
  }),
  'request-accepted': ({ number, artwork, amount, link }) => ({
    en: `Good news: we will make ${artwork} for you (request ${number}). ${link ? `You can ${amount ? 'pay and follow' : 'follow'} the work here: ${link}` : 'We will write to you about the next steps.'}`,
    hi: `खुशख़बरी: हम आपके लिए ${artwork} बनाएँगे (अनुरोध ${number})। ${link ? `${amount ? 'भुगतान करने और काम' : 'काम'} देखने के लिए: ${link}` : 'आगे की सारी जानकारी हम आपको भेजेंगे।'}`,
  }),
  'request-closed': ({ number, artwork, link }) => ({
    en: `We have heard nothing about your request ${number} (${artwork}) for a while, so we closed it. ${link ? `Send a message to reopen it: ${link}` : 'Write to us to reopen it.'}`,
    hi: `आपके अनुरोध ${number} (${artwork}) पर काफ़ी समय से बात नहीं हुई, इसलिए हमने उसे बंद कर दिया है। ${link ? `यहाँ लिखते ही वह फिर खुल जाएगा: ${link}` : 'हमें लिखते ही वह फिर खुल जाएगा।'}`,
  }),
  'fabric-here': ({ number, link }) => ({
    en: `We received the fabric for ${number}. You can see it here: ${link}`,
    hi: `${number} का कपड़ा स्टूडियो में आ गया है। उसे यहाँ देखें: ${link}`,
  }),
  'fabric-in': ({ number, link }) => ({
    en: `We received the fabric for ${number}. Please check the photos and confirm that it is yours, so we can start painting: ${link}`,
    hi: `${number} का कपड़ा हमें मिल गया है। रंगने से पहले कृपया उसकी तस्वीरें देखकर पुष्टि करें कि वह आपका ही है: ${link}`,
  }),
  design: ({ number, link }) => ({
    en: `We have started the design for ${number}. Tell us what you think: ${link}`,
    hi: `${number} का डिज़ाइन शुरू हो गया है। यहाँ देखें और बताएँ कैसा लगा: ${link}`,
  }),
  'approval-awaited': ({ number, link }) => ({
    en: `The design for ${number} is ready. Please approve it or ask for changes, so we can start painting: ${link}`,
    hi: `${number} का डिज़ाइन तैयार है। रंगने से पहले कृपया उसे देखकर हाँ कहें, या बताएँ कि क्या बदलना है: ${link}`,
  }),
  painting: ({ number, link }) => ({
    en: `We are painting ${number}. See the new photos: ${link}`,
    hi: `${number} की चित्रकारी चल रही है। नई तस्वीरें यहाँ हैं: ${link}`,
  }),
  stitching: ({ number, link }) => ({
    en: `${number} is painted and is now being stitched. See the photos: ${link}`,
    hi: `${number} की चित्रकारी पूरी हो गई है और अब सिलाई चल रही है। तस्वीरें यहाँ हैं: ${link}`,
  }),
  ready: ({ number, amount, link }) => ({
    en: `${number} is ready! ${amount ? `We’ll ship it when the balance of ${amount} is paid` : 'We’ll ship it soon'}. See the photos: ${link}`,
    hi: `${number} तैयार है! ${amount ? `बाकी ${amount} का भुगतान होते ही हम इसे भेज देंगे` : 'हम इसे जल्द ही भेजेंगे'}। तस्वीरें यहाँ हैं: ${link}`,
  }),
} as const satisfies Record<string, WhatsAppCopy>;

export type WhatsAppMoment = keyof typeof COPY;
export const WHATSAPP_MOMENTS = Object.keys(COPY) as WhatsAppMoment[];

export const whatsAppTexts = (moment: WhatsAppMoment, facts: WhatsAppFacts) => writeWhatsApp(COPY[moment], facts);

export function momentOfRequest({
  state,
  waiting,
  order,
}: Pick<RequestPage, 'state' | 'waiting' | 'order'>): WhatsAppMoment | undefined {
  if (order?.verification === 'rejected' && order.payable > 0) return 'payment-not-found';
  switch (state) {
    case 'asked':
      return 'request-received';
    case 'quoted':
      return waiting?.what === 'quote-answer' ? 'request-quoted' : 'request-received';
    case 'agreed':
      return 'request-accepted';
    case 'fabric-in':
      return waiting?.what === 'fabric-confirmation' ? 'fabric-in' : 'fabric-here';
    case 'design':
      if (waiting?.what === 'fabric-confirmation') return 'fabric-in';
      return waiting?.what === 'approval' ? 'approval-awaited' : 'design';
    case 'painting':
    case 'stitching':
    case 'ready':
      return state;
    case 'dispatched':
      return 'order-shipped';
    case 'delivered':
      return 'order-delivered';
    case 'closed':
      return 'request-closed';
    case 'cancelled':
      return 'order-placed';
    case 'rejected':
    case 'withdrawn':
      return undefined;
  }
}
