import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
import { quote } from '#app/platform/mail/mail-parts.tsx';
import { renderMail } from '#app/platform/mail/render-mail.server.tsx';
import type { Shop } from '#app/platform/shop.server.ts';

export type Reply = { key: string; subject: string; text: string };

/** Writes the owner's own words to one person, in the shop's look. Other words under the same key are another reply. */
export async function writeReply(shop: Shop, { key, subject, text }: Reply, recipient: string): Promise<NewMessage> {
  const copy = { subject, heading: subject, preview: text.slice(0, 120), parts: [quote(text)] };
  return {
    ...(await renderMail(copy, await readShopIdentity(shop))),
    template: 'reply',
    occasion: uuidFrom(JSON.stringify([key, subject, text])),
    recipient,
  };
}
