import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { unansweredMessages } from '#app/modules/messaging/contact/contact.server.ts';
import { countFailed, findUndelivered } from '#app/modules/messaging/messages/messages.server.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import type { overview } from '#app/modules/orders/reports/reports.server.ts';
import { countUnansweredReturns } from '#app/modules/orders/returns/returns.server.ts';
import { unsettledCashTotal } from '#app/modules/payments/bank/remittances.server.ts';
import { paymentTotals } from '#app/modules/payments/payments/payments.server.ts';
import { countRefundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import { workInProgress } from '#app/modules/requests/calendar/calendar.server.ts';
import { waitingForStudio } from '#app/modules/requests/requests/waiting-for-studio.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { unreadSentence } from '#app/routes/requests/labels.ts';

export type ToDo = {
  what: string;
  detail?: string;
  /** Sorts the list: the deadline, or since when it waits. */
  at?: Date;
  hasDeadline?: boolean;
  action: string;
  to: string;
};

const MAX_REQUESTS = 6;
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** Returns everything that waits for the studio, the oldest deadline first. Money is for owners only. */
export async function toDoList(shop: Shop, figures: Awaited<ReturnType<typeof overview>>): Promise<ToDo[]> {
  const owner = isOwner(shop);
  const { paymentMethods } = await getSettings(shop);
  const [requests, { work }, returns, contact, failed, undelivered, payments, owed, cash, backups] = await Promise.all([
    waitingForStudio(shop, MAX_REQUESTS),
    workInProgress(shop),
    countUnansweredReturns(shop),
    unansweredMessages(shop, 1),
    countFailed(shop),
    findUndelivered(shop),
    owner ? paymentTotals(shop) : undefined,
    owner ? countRefundsOwed(shop) : 0,
    owner && !paymentMethods.includes('cod') ? unsettledCashTotal(shop) : undefined,
    owner ? getBackupState(shop) : undefined,
  ]);
  const soon = new Date(shop.now.getTime() + DAYS_AHEAD * DAY_MS);
  const answers = { answer: 'Reply to the request', change: 'Change to the quote requested', message: '' };
  const list: (ToDo | false)[] = [
    ...requests.map(({ requestId, number, name, what, until, unread }) => ({
      what: name,
      detail: [number, answers[what], unread > 0 ? unreadSentence(unread) : ''].filter(Boolean).join(' · '),
      at: until ?? undefined,
      hasDeadline: until !== null,
      action: 'Reply',
      to: href('/admin/requests/:id', { id: requestId }),
    })),
    ...work.flatMap(({ requestId, name, title, finish }) => {
      const at = finish && new Date(`${finish}T18:00:00+05:30`);
      if (!at || at > soon) return [];
      const to = href('/admin/requests/:id', { id: requestId });
      return { what: title ?? 'Custom order', detail: `For ${name}`, at, hasDeadline: true, action: 'Update', to };
    }),
    payments !== undefined &&
      payments.toConfirmCount > 0 && {
        what: `${countOf(payments.toConfirmCount, 'payment')} to confirm`,
        detail: [formatRupees(payments.toConfirm), payments.oldest && `oldest ${formatShortDay(payments.oldest)}`]
          .filter(Boolean)
          .join(' · '),
        at: payments.oldest ?? undefined,
        action: 'Confirm',
        to: href('/admin/payments'),
      },
    figures.toCall > 0 && {
      what: `${countOf(figures.toCall, 'cash on delivery order')} to call about`,
      action: 'Call',
      to: `${href('/admin/orders')}?status=to-call`,
    },
    figures.toPack > 0 && {
      what: `${countOf(figures.toPack, 'order')} to pack`,
      action: 'Pack',
      to: `${href('/admin/orders')}?status=to-pack`,
    },
    returns > 0 && {
      what: `${countOf(returns, 'return')} to answer`,
      action: 'Answer',
      to: `${href('/admin/returns')}?status=pending`,
    },
    contact.count > 0 && {
      what: `${countOf(contact.count, 'message')} to answer`,
      action: 'Reply',
      to: href('/admin/contact'),
    },
    owed > 0 && {
      what: `${countOf(owed, 'refund')} due`,
      action: 'Refund',
      to: href('/admin/payments/refunds'),
    },
    cash !== undefined &&
      cash.count > 0 && {
        what: `${formatRupees(cash.amount)} with couriers`,
        detail: countOf(cash.count, 'order'),
        action: 'Record',
        to: href('/admin/payments/cash'),
      },
    figures.lowStock > 0 && {
      what: `${countOf(figures.lowStock, 'artwork')} low or sold out`,
      action: 'Restock',
      to: `${href('/admin/artworks')}?sort=stock`,
    },
    failed > 0 && {
      what: `${countOf(failed, 'message')} failed`,
      action: 'Review',
      to: `${href('/admin/messages')}?status=failed`,
    },
    undelivered.length > 0 && {
      what: `${countOf(undelivered.length, 'background task')} failed ten times`,
      action: 'Review',
      to: href('/admin/messages'),
    },
    backups?.problem !== undefined && {
      what: 'No recent backup',
      detail: backups.problem,
      action: 'Review',
      to: href('/admin/opening'),
    },
  ];
  return list
    .filter((each) => each !== false)
    .toSorted((a, b) => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity) || 0);
}
