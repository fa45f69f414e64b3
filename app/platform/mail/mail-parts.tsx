import { Button, Link, Section, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import { COLOURS, TEXT_FONT } from './mail-look.ts';

export type MailPart = { html: ReactNode; text: string };

const type: CSSProperties = {
  margin: '0 0 16px',
  color: COLOURS.ink,
  fontFamily: TEXT_FONT,
  fontSize: '16px',
  lineHeight: '25px',
};

export const paragraph = (text: string): MailPart => ({ html: <Text style={type}>{text}</Text>, text });

export const quote = (text: string): MailPart => ({
  html: <Text style={{ ...type, whiteSpace: 'pre-wrap' }}>{text}</Text>,
  text,
});

export const callout = (text: string): MailPart => ({
  html: (
    <Section
      style={{
        margin: '0 0 20px',
        backgroundColor: COLOURS.haldiWash,
        borderLeft: `4px solid ${COLOURS.haldi}`,
        padding: '12px 16px',
      }}
    >
      <Text style={{ ...type, margin: 0, color: COLOURS.haldiInk }}>{text}</Text>
    </Section>
  ),
  text,
});

export type Fact = readonly [label: string, value: string];

export const factList = (facts: readonly Fact[]): MailPart => ({
  html: (
    <Section style={{ margin: '0 0 20px', borderTop: `1px solid ${COLOURS.line}` }}>
      {facts.map(([label, value]) => (
        <Text
          key={label}
          style={{
            ...type,
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
  ),
  text: facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
});

export const button = (label: string, href: string): MailPart => ({
  html: (
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
        {label}
      </Button>
    </Section>
  ),
  text: `${label}: ${href}`,
});

export const link = (label: string, href: string): MailPart => ({
  html: (
    <Text style={type}>
      <Link href={href} style={{ color: COLOURS.geru, textDecoration: 'underline' }}>
        {label}
      </Link>
    </Text>
  ),
  text: `${label}: ${href}`,
});
