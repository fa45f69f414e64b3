import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { creditNoteDeadline, INVOICE_KINDS, toFinancialYear } from '#app/modules/orders/invoices/paper.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

const FIRST_WARNING = 80;
const LAST_WARNING = 95;

export type TurnoverWarning = { turnover: Paise; limit: Paise; percentage: number; isUrgent: boolean };

/**
 * Returns this financial year's turnover without GST and credit notes, once it reaches 80 percent of the owner's limit.
 * Owners only.
 */
export async function turnoverWarning(shop: Shop): Promise<TurnoverWarning | undefined> {
  ownerOnly(shop);
  const { turnoverLimit: limit } = (await getSettings(shop)).taxWarnings;
  if (limit === null || limit === 0) return undefined;
  const tax = sql`(select coalesce(sum((line ->> 'cgst')::bigint + (line ->> 'sgst')::bigint + (line ->> 'igst')::bigint), 0)
    from jsonb_array_elements(${papers.content} -> 'lines') lines (line))`;
  const sign = sql`case when ${papers.kind} = 'credit-note' then -1 else 1 end`;
  const [found] = await shop.database
    .select({ turnover: paiseOf(sql`sum(${sign} * (${papers.total} - ${tax}))`) })
    .from(papers)
    .where(
      and(
        eq(papers.financialYear, toFinancialYear(shop.now)),
        inArray(papers.kind, [...INVOICE_KINDS, 'credit-note', 'debit-note']),
      ),
    );
  const { turnover } = found!;
  const percentage = Math.floor((turnover / limit) * 100);
  return percentage < FIRST_WARNING ? undefined : { turnover, limit, percentage, isUrgent: percentage >= LAST_WARNING };
}

/**
 * In November, returns how many open returns belong to the last financial year. Their credit notes reduce the tax only
 * until the 30th (CGST Act, s.34(2)). Owners only.
 */
export async function returnsBeforeDeadline(shop: Shop): Promise<{ count: number; deadline: Date } | undefined> {
  ownerOnly(shop);
  const today = dayInIndia(shop.now);
  const financialYear = toFinancialYear(new Date(shop.now.getTime() - 365 * 86_400_000));
  const deadline = creditNoteDeadline(financialYear);
  if (today < deadline.replace(/-30$/, '-01') || today > deadline) return undefined;
  const open = await shop.database
    .selectDistinct({ id: returnRequests.id })
    .from(returnRequests)
    .innerJoin(papers, eq(papers.orderId, returnRequests.orderId))
    .where(
      and(
        eq(returnRequests.kind, 'return'),
        inArray(returnRequests.status, ['pending', 'accepted']),
        isNull(returnRequests.receivedAt),
        eq(papers.financialYear, financialYear),
        inArray(papers.kind, INVOICE_KINDS),
      ),
    );
  return open.length === 0 ? undefined : { count: open.length, deadline: new Date(`${deadline}T23:59:59+05:30`) };
}
