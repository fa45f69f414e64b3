import { render } from '@react-email/render';
import { formatDay } from '#app/basics/india.ts';
import { MailButton, MailFrame, Paragraph } from './mail-frame.tsx';
import type { ShopFace } from './mail-look.ts';
import type { RenderedMail } from './order-mails.server.tsx';

/** The mail with the link that sets a new password (decision 24). */
export async function passwordResetMail({
  name,
  link,
  minutes,
  shop,
}: {
  name: string;
  link: string;
  minutes: number;
  shop: ShopFace;
}): Promise<RenderedMail> {
  const heading = 'Set a new password';
  const paragraphs = [
    `Namaste ${name}, somebody asked for a new password for your account at ${shop.name}. The link works once, for ${minutes} minutes.`,
    'If it was not you, leave this mail be: nothing changes.',
  ];
  const html = await render(
    <MailFrame shop={shop} preview={`The link works for ${minutes} minutes`} heading={heading}>
      <Paragraph>{paragraphs[0]}</Paragraph>
      <MailButton href={link}>Set a new password</MailButton>
      <Paragraph>{paragraphs[1]}</Paragraph>
    </MailFrame>,
  );
  return {
    subject: `Set a new password at ${shop.name}`,
    html,
    text: [heading, paragraphs[0], link, paragraphs[1], ['-- ', shop.name, shop.address].join('\n')].join('\n\n'),
  };
}

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
