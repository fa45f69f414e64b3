import { href } from 'react-router';
import { render } from '@react-email/render';
import { MailButton, MailFrame, Paragraph } from './mail-frame.tsx';
import type { ShopIdentity } from './mail-look.ts';
import type { RenderedMail } from './order-mails.server.tsx';

/** What the owner wrote to one person, in the shop's look. */
export async function replyMail(
  { subject, text }: { subject: string; text: string },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const html = await render(
    <MailFrame shop={shop} preview={text.slice(0, 120)} heading={subject}>
      <Paragraph keepLines>{text}</Paragraph>
    </MailFrame>,
  );
  return { subject, html, text: [text, signature(shop)].join('\n\n') };
}

/** Asks somebody whose request can become an order to make the account it will stand in. */
export async function accountNeededMail(
  { email, replyWithinHours }: { email: string; replyWithinHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const heading = 'Your order needs an account';
  const paragraphs = [
    `We would like to make your request an order. For that, please create an account at ${shop.name} with this address, ${email}, and confirm it with the mail we send you.`,
    `Then you see the order in your dashboard and can follow it. We go on with it within ${replyWithinHours} hours after that; if something is unclear, reply to this mail.`,
  ];
  const link = `${shop.url}${href('/login')}?mode=signup`;
  const html = await render(
    <MailFrame shop={shop} preview={paragraphs[0]!} heading={heading}>
      <Paragraph>{paragraphs[0]}</Paragraph>
      <MailButton href={link}>Create an account</MailButton>
      <Paragraph>{paragraphs[1]}</Paragraph>
    </MailFrame>,
  );
  return { subject: heading, html, text: [heading, paragraphs[0], link, paragraphs[1], signature(shop)].join('\n\n') };
}

const signature = (shop: ShopIdentity) =>
  ['-- ', shop.name, shop.address, [shop.email, shop.phone].filter(Boolean).join(', ')].join('\n');
