/** Opens WhatsApp with somebody, the text ready to be sent. `phone` with its country's code. */
export const whatsAppAddress = (phone: string, text = ''): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
