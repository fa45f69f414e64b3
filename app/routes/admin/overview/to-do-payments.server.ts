import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees, paise } from '#app/basics/money.ts';
import { matchStatement } from '#app/modules/payments/bank/match.ts';
import { findNames } from '#app/modules/payments/bank/named-orders.server.ts';
import { openLines } from '#app/modules/payments/bank/statements.server.ts';
import { spacedReference } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { claimsToConfirm } from '#app/modules/payments/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import type { ToDo } from './to-do.ts';

const MAX_ROWS = 4;

/**
 * Returns the oldest payments to confirm. If a bank line contradicts a payment, its row has no button to confirm it.
 * Owners only.
 */
export async function paymentsToDo(shop: Shop): Promise<ToDo[]> {
  const [claims, open] = await Promise.all([claimsToConfirm(shop), openLines(shop)]);
  if (claims.length === 0) return [];
  const names = open.lines.length > 0 ? await findNames(shop, open.lines) : undefined;
  const { matchResults } = matchStatement(claims, open.lines, {
    matchedBefore: open.used,
    namesOf: (line) => names?.get(line.fingerprint)?.all ?? [],
  });
  const isPlain = ({ id, notFoundOn, isContested }: Claims[number]) =>
    (matchResults.get(id)?.kind ?? 'none') === 'none' && notFoundOn === null && !isContested;
  const oldestFirst = claims.toReversed().filter(({ orderStatus }) => orderStatus !== 'cancelled');
  const ofCancelled = claims.toReversed().filter(({ orderStatus }) => orderStatus === 'cancelled');
  const rows = oldestFirst.filter(isPlain).slice(0, MAX_ROWS);
  const others = oldestFirst.filter((claim) => !rows.includes(claim));
  return [
    ...rows.map(({ orderId, orderNumber, customerName, userId, amount, paymentReferenceId, createdAt }): ToDo => ({
      customer: { name: customerName, userId },
      detail: `${formatRupees(amount)} to confirm · ${orderNumber} · ${spacedReference(paymentReferenceId)}`,
      since: createdAt,
      action: 'Received',
      step: {
        action: href('/admin/orders/:id', { id: orderId }),
        fields: { intent: 'verification', page: 'overview', from: 'unverified', reference: paymentReferenceId },
        button: { name: 'verification', value: 'matched' },
      },
    })),
    ...(others.length === 0
      ? []
      : [
          {
            what: `${countOf(others.length, rows.length > 0 ? 'more payment' : 'payment')} to confirm`,
            detail: `${formatRupees(sumOf(others))} · oldest ${formatShortDay(others[0]!.createdAt)}`,
            since: rows.at(-1)?.createdAt ?? others[0]!.createdAt,
            action: 'Confirm',
            step: { to: addressOf(others[0]!) },
          },
        ]),
    ...(ofCancelled.length === 0
      ? []
      : [
          {
            what: `${formatRupees(sumOf(ofCancelled))} claimed for ${ofCancelled.length === 1 ? 'a cancelled order' : 'cancelled orders'}`,
            detail: `${ofCancelled[0]!.orderNumber} · ${ofCancelled[0]!.customerName}`,
            since: ofCancelled[0]!.createdAt,
            action: 'Check',
            step: { to: addressOf(ofCancelled[0]!) },
          },
        ]),
  ];
}

type Claims = Awaited<ReturnType<typeof claimsToConfirm>>;

const sumOf = (claims: Claims) => paise(claims.reduce((sum, { amount }) => sum + amount, 0));

const addressOf = ({ orderId }: Claims[number]): string => `${href('/admin/payments')}#order-${orderId}`;
