/**
 * What a customer is told of an order by SMS or WhatsApp. Both are registered beforehand, word for word, with the places that change
 * left open: change a word here, and what is registered must change with it (docs/operations.md).
 */
export const ORDER_TEXTS = ['confirmed', 'shipped', 'delivered'] as const;
export type OrderText = (typeof ORDER_TEXTS)[number];

const PROGRESS: Record<OrderText, string> = {
  confirmed: 'is confirmed',
  shipped: 'is on its way',
  delivered: 'has arrived',
};

export type OrderTextFacts = { shopName: string; name: string; orderNumber: string; trackUrl: string };

/** 'Order BV-… is on its way', as its line under Messages says it. */
export const orderTextSubject = (name: OrderText, orderNumber: string): string =>
  `Order ${orderNumber} ${PROGRESS[name]}`;

/** An SMS, and what stands in its places: order number, address to follow it. */
export function smsAbout(name: OrderText, { shopName, orderNumber, trackUrl }: OrderTextFacts) {
  return {
    text: `${shopName}: your order ${orderNumber} ${PROGRESS[name]}. ${trackUrl}`,
    variables: [orderNumber, trackUrl],
  };
}

const WHATSAPP_HI: Record<OrderText, string> = {
  confirmed: 'पक्का हो गया है',
  shipped: 'आपके पते के लिए रवाना हो गया है',
  delivered: 'पहुँच गया है',
};

/** A WhatsApp text in the language its templates are registered in, and what stands in its places: name, order number, address. */
export function whatsAppAbout(
  name: OrderText,
  { shopName, orderNumber, trackUrl, ...to }: OrderTextFacts,
  language: string,
) {
  const variables = [to.name, orderNumber, trackUrl];
  const text =
    language === 'hi'
      ? `नमस्ते ${to.name} जी, आपका ऑर्डर ${orderNumber} ${WHATSAPP_HI[name]}। यहाँ देखें: ${trackUrl} – ${shopName} की ओर से धन्यवाद।`
      : `Namaste ${to.name}, your order ${orderNumber} ${PROGRESS[name]}. Follow it here: ${trackUrl} – Thank you, ${shopName}.`;
  return { text, variables };
}
