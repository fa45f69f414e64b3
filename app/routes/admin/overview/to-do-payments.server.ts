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
 * Returns the oldest payments to confirm. A payment with a contradicting bank line is not confirmed in its row. Owners
 * only.
 */
export async function paymentsToDo(shop: Shop): Promise<ToDo[]> {
  const [claims, open] = await Promise.all([claimsToConfirm(shop), openLines(shop)]);
  if (claims.length === 0) return [];
  const names = open.lines.length > 0 ? await findNames(shop, open.lines) : undefined;
  const { matchResults } = matchStatement(claims, open.lines, {
    matchedBefore: open.used,
    namesOf: (line) => names?.get(line.fingerprint)?.all ?? [],
  });
  const isPlain = ({ id, orderStatus, notFoundOn, isContested }: (typeof claims)[number]) =>
    (matchResults.get(id)?.kind ?? 'none') === 'none' &&
    orderStatus !== 'cancelled' &&
    notFoundOn === null &&
    !isContested;
  const oldestFirst = claims.toReversed();
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
            detail: `${formatRupees(paise(others.reduce((sum, { amount }) => sum + amount, 0)))} · oldest ${formatShortDay(others[0]!.createdAt)}`,
            since: rows.at(-1)?.createdAt ?? others[0]!.createdAt,
            action: 'Confirm',
            step: { to: href('/admin/payments') },
          },
        ]),
  ];
}
