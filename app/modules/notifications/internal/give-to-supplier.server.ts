import { toE164 } from '#app/basics/phone.ts';
import type { OrderText } from '#app/modules/notifications/order-texts.ts';
import type { SupplierAnswer } from '#app/modules/notifications/provider.ts';
import type { messages } from '#app/modules/notifications/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Gives a message to whoever carries its channel. Throws when it may work later. */
export async function giveToSupplier(shop: Shop, message: typeof messages.$inferSelect): Promise<SupplierAnswer> {
  const { id, channel, recipient, bodyText: text } = message;
  if (channel === 'email') {
    const { contact } = await getSettings(shop);
    const { subject, bodyHtml: html, replyTo } = message;
    return shop.suppliers.email.send({ id, to: recipient, subject, text, html, replyTo: replyTo ?? contact.email });
  }
  const supplier = shop.suppliers[channel];
  if (!supplier) return { state: 'unsent' };
  const to = toE164(recipient);
  if (!to) return { state: 'refused', reason: 'This is no phone number that a message could go to' };
  const { variables } = message;
  const name = message.template.slice(`${channel}-`.length) as OrderText;
  return supplier.send({ id, to, text, template: variables && { name, variables } });
}
