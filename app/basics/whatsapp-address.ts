/** Returns the address of a WhatsApp chat with a typed message. `phone` includes its country code. */
export const whatsAppAddress = (phone: string, text = ''): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
