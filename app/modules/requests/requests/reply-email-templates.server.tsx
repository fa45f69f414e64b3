import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, quote } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.server.tsx';

/** What the owner wrote to one person, in the shop's look. */
export const replyMail = (
  { subject, text }: { subject: string; text: string },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderMail({ subject, heading: subject, preview: text.slice(0, 120), parts: [quote(text)] }, shop);

/** Asks somebody whose request can become an order to make the account it will stand in. */
export function accountNeededMail(
  { email, replyWithinHours }: { email: string; replyWithinHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const heading = 'Your order needs an account';
  const parts = [
    `We would like to make your request an order. For that, please create an account at ${shop.name} with this address, ${email}, and confirm it with the mail we send you.`,
    button('Create an account', `${shop.url}${href('/login')}?mode=signup`),
    `Then you see the order in your dashboard and can follow it. We go on with it within ${formatSpan(replyWithinHours, 'hour')} after that; if something is unclear, reply to this mail.`,
  ];
  return renderMail({ subject: heading, heading, parts }, shop);
}
