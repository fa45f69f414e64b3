import { Body, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import type { ShopIdentity } from './mail-look.ts';
import { COLOURS, DISPLAY_FONT, TEXT_FONT } from './mail-look.ts';

const small: CSSProperties = {
  margin: 0,
  fontFamily: TEXT_FONT,
  color: COLOURS.bisvar,
  fontSize: '14px',
  lineHeight: '22px',
};
const threshold: CSSProperties = {
  borderTop: `1px solid ${COLOURS.bisvar}`,
  borderBottom: `2px dotted ${COLOURS.bisvar}`,
  height: '5px',
  lineHeight: '5px',
  fontSize: '1px',
  opacity: 0.6,
};

/** Each part sets its text and background colours, so that dark mode cannot hide text. */
export function MailFrame({
  shop,
  preview,
  heading,
  foot,
  children,
}: {
  shop: ShopIdentity;
  preview: string;
  heading: string;
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <Html lang="en-IN">
      <Head>
        <title>{heading}</title>
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, padding: 0, backgroundColor: COLOURS.sand }}>
        <Container style={{ width: '100%', maxWidth: '600px', margin: '0 auto', backgroundColor: COLOURS.paper }}>
          <Section style={{ backgroundColor: COLOURS.geru, padding: '26px 28px 22px' }}>
            <Link
              href={shop.url}
              style={{
                color: COLOURS.bisvar,
                fontFamily: DISPLAY_FONT,
                fontSize: '30px',
                lineHeight: '36px',
                textDecoration: 'none',
              }}
            >
              {shop.name}
            </Link>
          </Section>
          <Section style={{ backgroundColor: COLOURS.geru, paddingBottom: '12px' }}>
            <div style={threshold}>&nbsp;</div>
          </Section>
          <Section style={{ backgroundColor: COLOURS.paper, padding: '32px 28px 12px' }}>
            <Heading
              as="h1"
              style={{
                margin: '0 0 16px',
                color: COLOURS.ink,
                fontFamily: DISPLAY_FONT,
                fontSize: '30px',
                lineHeight: '36px',
                fontWeight: 400,
                letterSpacing: '-0.012em',
              }}
            >
              {heading}
            </Heading>
            {children}
          </Section>
          <Section style={{ backgroundColor: COLOURS.geruDark, padding: '22px 28px 26px' }}>
            <Text style={{ ...small, fontFamily: DISPLAY_FONT, fontSize: '18px' }}>{shop.name}</Text>
            <Text style={{ ...small, margin: '4px 0 10px' }}>{shop.address}</Text>
            {foot}
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

export const Contact = ({ shop }: { shop: ShopIdentity }) => (
  <Text style={small}>
    Questions? Reply to this email{shop.phone ? ', or call ' : ''}
    {shop.phone ? (
      <Link
        href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}
        style={{ color: COLOURS.bisvar, textDecoration: 'underline', whiteSpace: 'nowrap' }}
      >
        {shop.phone}
      </Link>
    ) : null}
    .
  </Text>
);
