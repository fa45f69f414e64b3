import { render } from '@react-email/render';
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

/** The mail with the link of an invitation (decision 23). */
export async function invitationMail({
  name,
  role,
  link,
  days,
  shop,
}: {
  name: string;
  role: string | null;
  link: string;
  days: number;
  shop: ShopFace;
}): Promise<RenderedMail> {
  const heading = `You are invited to ${shop.name}`;
  const what = role === null ? 'an account' : role === 'owner' ? 'an account of an owner' : 'an account of a helper';
  const paragraphs = [
    `Namaste${name ? ` ${name}` : ''}, ${shop.name} invites you to ${what}. Choose a password behind this link; it works once, for ${days} days.`,
    'If you did not expect this mail, leave it be: nothing happens.',
  ];
  const html = await render(
    <MailFrame shop={shop} preview={`The link works for ${days} days`} heading={heading}>
      <Paragraph>{paragraphs[0]}</Paragraph>
      <MailButton href={link}>Accept the invitation</MailButton>
      <Paragraph>{paragraphs[1]}</Paragraph>
    </MailFrame>,
  );
  return {
    subject: heading,
    html,
    text: [heading, paragraphs[0], link, paragraphs[1], ['-- ', shop.name, shop.address].join('\n')].join('\n\n'),
  };
}
