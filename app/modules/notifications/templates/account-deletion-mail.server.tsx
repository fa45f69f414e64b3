import { render } from '@react-email/render';
import { formatDay } from '#app/basics/india.ts';
import { MailButton, MailFrame, Paragraph } from './mail-frame.tsx';
import type { ShopFace } from './mail-look.ts';
import type { RenderedMail } from './order-mails.server.tsx';

/** Says that an account will be deleted, until when that can be undone and how (decision 26). */
export async function accountDeletionMail({
  name,
  dueAt,
  shop,
}: {
  name: string;
  dueAt: Date;
  shop: ShopFace;
}): Promise<RenderedMail> {
  const day = formatDay(dueAt);
  const heading = `Your account will be deleted on ${day}`;
  const paragraphs = [
    `Namaste ${name}, your account at ${shop.name} was asked to be deleted, and you were signed out everywhere. On ${day} your name, addresses, wishlist, requests and messages go; orders and invoices stay as long as the law asks.`,
    'Until then you can change your mind: sign in and choose Undo. If it was not you who asked, do that now and set a new password.',
  ];
  const link = `${shop.url}/login?returnTo=%2Fprofile%2Fsettings`;
  const html = await render(
    <MailFrame shop={shop} preview="You can undo this for 7 days" heading={heading}>
      <Paragraph>{paragraphs[0]}</Paragraph>
      <Paragraph>{paragraphs[1]}</Paragraph>
      <MailButton href={link}>Sign in</MailButton>
    </MailFrame>,
  );
  return {
    subject: heading,
    html,
    text: [heading, ...paragraphs, link, ['-- ', shop.name, shop.address].join('\n')].join('\n\n'),
  };
}
