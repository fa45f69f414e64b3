import { Fragment } from 'react';
import { render } from '@react-email/render';
import { Contact, MailFrame } from './mail-frame.tsx';
import { darken } from '#app/basics/colour.ts';
import { COLOURS, type ShopIdentity } from './mail-look.ts';
import { type MailPart, paragraph } from './mail-parts.tsx';

export type RenderedMail = { subject: string; text: string; html: string };

/** A string is a paragraph. Undefined parts are skipped. */
export type Copy = {
  subject: string;
  heading: string;
  preview?: string;
  parts: readonly (MailPart | string | false | undefined)[];
};

/** Renders an email as HTML and plain text. Emails to the shop's own address omit the contact details. */
export async function renderMail(
  { subject, heading, preview, parts: said }: Copy,
  shop: ShopIdentity,
  { isToShop = false } = {},
): Promise<RenderedMail> {
  const parts = said.flatMap((part) => (part ? (typeof part === 'string' ? paragraph(part) : part) : []));
  const html = await render(
    <MailFrame
      shop={shop}
      preview={preview ?? parts[0]?.text ?? heading}
      heading={heading}
      foot={isToShop ? null : <Contact shop={shop} />}
    >
      {parts.map((part) => (
        <Fragment key={part.text}>{part.html}</Fragment>
      ))}
    </MailFrame>,
  );
  const contact = isToShop ? [] : [[shop.email, shop.phone].filter(Boolean).join(', ')].filter(Boolean);
  const foot = ['-- ', shop.name, ...[shop.address].filter(Boolean), ...contact].join('\n');
  return {
    subject,
    html: withBrandColour(html, shop),
    text: [heading, ...parts.map((part) => part.text), foot].join('\n\n'),
  };
}

/** Styles contain the default brand colour literally, so it is replaced here. */
const withBrandColour = (html: string, { colour }: ShopIdentity): string =>
  colour === undefined || colour.toUpperCase() === COLOURS.geru
    ? html
    : html.replaceAll(COLOURS.geru, colour).replaceAll(COLOURS.geruDark, darken(colour, 0.49));

export const renderOwnerMail = (copy: Copy, shop: ShopIdentity) => renderMail(copy, shop, { isToShop: true });
