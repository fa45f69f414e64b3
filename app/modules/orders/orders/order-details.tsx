import { Column, Heading, Img, Row, Section, Text } from '@react-email/components';
import type { CSSProperties } from 'react';
import { formatDay } from '#app/basics/india.ts';
import { personalizationText } from '#app/basics/personalization.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { destinationLines, type Order } from './order.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { type TotalRow, totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { COLOURS, DISPLAY_FONT, TEXT_FONT } from '#app/platform/mail/mail-look.ts';
import type { MailPart } from '#app/platform/mail/mail-parts.tsx';

const text: CSSProperties = {
  margin: 0,
  color: COLOURS.ink,
  fontFamily: TEXT_FONT,
  fontSize: '16px',
  lineHeight: '24px',
};
const quiet: CSSProperties = { ...text, color: COLOURS.inkSecond, fontSize: '14px', lineHeight: '21px' };
const heading: CSSProperties = {
  margin: '0 0 8px',
  color: COLOURS.ink,
  fontFamily: DISPLAY_FONT,
  fontSize: '20px',
  lineHeight: '26px',
  fontWeight: 400,
};
const amountText: CSSProperties = { ...text, fontSize: '15px' };
const TOTALS = {
  plain: { label: { ...amountText, color: COLOURS.inkSecond }, amount: amountText },
  saving: { label: { ...amountText, color: COLOURS.pine }, amount: { ...amountText, color: COLOURS.pine } },
  part: { label: quiet, amount: quiet },
  total: {
    label: { ...text, fontWeight: 600 },
    amount: { ...text, fontFamily: DISPLAY_FONT, fontSize: '22px', lineHeight: '28px' },
  },
} satisfies Record<string, Record<string, CSSProperties>>;
const right: CSSProperties = { textAlign: 'right', verticalAlign: 'top', whiteSpace: 'nowrap' };

/** `pictures` contains absolute URLs, keyed by the `image` of an item. */
export const orderDetails = (about: {
  order: Order;
  pictures: ReadonlyMap<string, string>;
  includedGst?: Paise | undefined;
}): MailPart => ({
  html: <OrderDetails {...about} />,
  text: [
    `Order ${about.order.orderNumber}, placed ${formatDay(about.order.createdAt)}`,
    about.order.items
      .map((item) =>
        [
          item.title,
          ...(item.personalization ?? []).map(personalizationText),
          `${formatRupees(item.price)} × ${item.quantity} = ${formatRupees(item.lineTotal)}`,
        ].join('\n  '),
      )
      .join('\n'),
    orderTotals(about.order, about.includedGst)
      .map(({ label, amount }) => `${label}: ${amount}`)
      .join('\n'),
    ['Shipping address', ...addressLines(about.order)].join('\n'),
  ].join('\n\n'),
});

function OrderDetails({ order, pictures, includedGst }: Parameters<typeof orderDetails>[0]) {
  return (
    <>
      <Section style={{ backgroundColor: COLOURS.rice, border: `1px solid ${COLOURS.line}`, margin: '0 0 24px' }}>
        <Section style={{ padding: '16px 20px' }}>
          <Text style={{ ...text, fontWeight: 600 }}>{`Order ${order.orderNumber}`}</Text>
          <Text style={quiet}>{`Placed ${formatDay(order.createdAt)}`}</Text>
        </Section>
        {order.items.map((item) => (
          <Section
            key={item.variant_id ?? item.artwork_id}
            style={{ borderTop: `1px solid ${COLOURS.line}`, padding: '14px 20px' }}
          >
            <Row>
              <Column style={{ width: '78px', verticalAlign: 'top' }}>
                <Img
                  src={pictures.get(item.image)}
                  alt={item.title}
                  width="64"
                  height="34"
                  style={{ backgroundColor: COLOURS.clay, objectFit: 'cover' }}
                />
              </Column>
              <Column style={{ verticalAlign: 'top' }}>
                <Text style={{ ...text, fontWeight: 600 }}>{item.title}</Text>
                {item.personalization?.map((answer) => (
                  <Text key={answer.id} style={quiet}>
                    {personalizationText(answer)}
                  </Text>
                ))}
                <Text style={quiet}>{`${formatRupees(item.price)} × ${item.quantity}`}</Text>
              </Column>
              <Column style={{ ...right, width: '96px' }}>
                <Text style={{ ...text, fontWeight: 600 }}>{formatRupees(item.lineTotal)}</Text>
              </Column>
            </Row>
          </Section>
        ))}
        <Section style={{ borderTop: `1px solid ${COLOURS.line}`, padding: '14px 20px 16px' }}>
          {orderTotals(order, includedGst).map(({ label, amount, kind }) => (
            <Row key={label} style={kind === 'total' ? { marginTop: '8px' } : undefined}>
              <Column>
                <Text style={TOTALS[kind ?? 'plain'].label}>{label}</Text>
              </Column>
              <Column style={right}>
                <Text style={TOTALS[kind ?? 'plain'].amount}>{amount}</Text>
              </Column>
            </Row>
          ))}
        </Section>
      </Section>
      <Section style={{ margin: '0 0 20px' }}>
        <Heading as="h2" style={heading}>
          Shipping address
        </Heading>
        {addressLines(order).map((line) => (
          <Text key={line} style={text}>
            {line}
          </Text>
        ))}
      </Section>
    </>
  );
}

export const orderTotals = (order: Totals & Pick<Order, 'couponCode'>, includedGst?: Paise): TotalRow[] =>
  totalRows(order, {
    discount: order.couponCode ? `Discount, ${order.couponCode}` : undefined,
    total: 'Grand total',
    includedGst,
  });

function addressLines(order: Order): string[] {
  const { name, phone, country } = order.shippingAddress;
  return destinationLines(order, { head: [name, phone].filter(Boolean).join(', '), foot: country });
}
