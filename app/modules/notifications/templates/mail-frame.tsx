import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import type { ShopIdentity } from './mail-look.ts';
import { COLOURS, DISPLAY_FONT, TEXT_FONT } from './mail-look.ts';

const text: CSSProperties = {
  margin: '0 0 16px',
  color: COLOURS.ink,
  fontFamily: TEXT_FONT,
  fontSize: '16px',
  lineHeight: '25px',
};
const small: CSSProperties = { ...text, margin: 0, color: COLOURS.bisvar, fontSize: '14px', lineHeight: '22px' };
/** The dotted threshold of the shop's header, as two borders. */
const threshold: CSSProperties = {
  borderTop: `1px solid ${COLOURS.bisvar}`,
  borderBottom: `2px dotted ${COLOURS.bisvar}`,
  height: '5px',
  lineHeight: '5px',
  fontSize: '1px',
  opacity: 0.6,
};

/** Head, ground and foot of every mail. Each part names its ground and its ink, so that a dark mail program can't lose one of the two. */
export function MailFrame({
  shop,
  preview,
  heading,
  children,
}: {
  shop: ShopIdentity;
  preview: string;
  heading: string;
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
            <Text style={small}>
              Questions? Reply to this mail{shop.phone ? ', or call ' : ''}
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
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** `keepLines` for what somebody wrote in lines of their own. */
export function Paragraph({ keepLines, children }: { keepLines?: boolean; children: ReactNode }) {
  return <Text style={keepLines ? { ...text, whiteSpace: 'pre-wrap' } : text}>{children}</Text>;
}

/** Names and what they stand for, a line each; an address of the web becomes a link. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Section style={{ margin: '0 0 20px', borderTop: `1px solid ${COLOURS.line}` }}>
      {facts.map(([label, value]) => (
        <Text
          key={label}
          style={{
            ...text,
            margin: 0,
            padding: '8px 0',
            borderBottom: `1px solid ${COLOURS.line}`,
            overflowWrap: 'anywhere',
          }}
        >
          <span style={{ color: COLOURS.inkThird }}>{label}: </span>
          {/^https?:/.test(value) ? (
            <Link href={value} style={{ color: COLOURS.geru }}>
              {value}
            </Link>
          ) : (
            value
          )}
        </Text>
      ))}
    </Section>
  );
}

/** A sentence the reader must not miss. */
export function Callout({ children }: { children: ReactNode }) {
  return (
    <Section
      style={{
        margin: '0 0 20px',
        backgroundColor: COLOURS.haldiWash,
        borderLeft: `4px solid ${COLOURS.haldi}`,
        padding: '12px 16px',
      }}
    >
      <Text style={{ ...text, margin: 0, color: COLOURS.haldiInk }}>{children}</Text>
    </Section>
  );
}

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ padding: '8px 0 24px' }}>
      <Button
        href={href}
        style={{
          backgroundColor: COLOURS.geru,
          borderRadius: '6px',
          color: COLOURS.bisvar,
          fontFamily: TEXT_FONT,
          fontSize: '16px',
          fontWeight: 600,
          lineHeight: '20px',
          padding: '14px 24px',
          textDecoration: 'none',
        }}
      >
        {children}
      </Button>
    </Section>
  );
}

/** A link in words, for what is beside the point of the mail. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Text style={text}>
      <Link href={href} style={{ color: COLOURS.geru, textDecoration: 'underline' }}>
        {children}
      </Link>
    </Text>
  );
}
