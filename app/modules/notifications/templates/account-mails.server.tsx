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
