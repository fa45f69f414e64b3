import { href } from 'react-router';
import { formatShortDay, formatShortMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { listLowStock } from '#app/modules/catalogue/artworks/low-stock.server.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { unansweredMessages } from '#app/modules/messaging/contact/contact.server.ts';
import { TEMPLATE_LABELS } from '#app/modules/messaging/messages/message.ts';
import { countFailed, findUndelivered, listMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import type { overview } from '#app/modules/orders/reports/reports.server.ts';
import { returnsBeforeDeadline, turnoverWarning } from '#app/modules/orders/reports/tax-warnings.server.ts';
import { listOrders } from '#app/modules/orders/orders/orders.server.ts';
import { countUnansweredReturns } from '#app/modules/orders/returns/returns.server.ts';
import { unsettledCashTotal } from '#app/modules/payments/bank/remittances.server.ts';
import { countRefundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import { workInProgress } from '#app/modules/requests/calendar/calendar.server.ts';
import { countWaitingForStudio, waitingForStudio } from '#app/modules/requests/requests/waiting-for-studio.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { hasSupplier } from '#app/routes/admin/messaging/messages/has-supplier.ts';
import { countOf, EVENT_LABELS } from '#app/routes/admin/shared/labels.ts';
import { unreadSentence } from '#app/routes/requests/labels.ts';
import { fieldId } from '#app/ui/kit/field.tsx';

import { paymentsToDo } from './to-do-payments.server.ts';
import type { ToDo } from './to-do.ts';

const MAX_REQUESTS = 20;
const MAX_LOW = 3;
const MAX_MESSAGES = 3;
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** Returns everything that needs action by the studio, with the earliest deadline first. Only owners see money. */
export async function toDoList(shop: Shop, figures: Awaited<ReturnType<typeof overview>>): Promise<ToDo[]> {
  const owner = isOwner(shop);
  const { paymentMethods, seller } = await getSettings(shop);
  const [
    requests,
    work,
    packing,
    returns,
    contact,
    messages,
    events,
    payments,
    owed,
    cash,
    low,
    backups,
    turnover,
    late,
  ] = await Promise.all([
    requestsToDo(shop),
    workToDo(shop),
    packingToDo(shop, figures.toPack),
    countUnansweredReturns(shop),
    unansweredMessages(shop, 1),
    failedToDo(shop),
    findUndelivered(shop),
    owner ? paymentsToDo(shop) : [],
    owner ? countRefundsOwed(shop) : 0,
    owner && !paymentMethods.includes('cod') ? unsettledCashTotal(shop) : undefined,
    figures.lowStock > 0 ? listLowStock(shop, MAX_LOW) : [],
    owner ? getBackupState(shop) : undefined,
    owner ? turnoverWarning(shop) : undefined,
    owner ? returnsBeforeDeadline(shop) : undefined,
  ]);
  const list: (ToDo | false)[] = [
    ...requests,
    ...work,
    ...payments,
    figures.toCall > 0 && {
      what: `${countOf(figures.toCall, 'cash on delivery order')} to call about`,
      action: 'Call',
      step: { to: `${href('/admin/orders')}?status=to-call` },
    },
    packing,
    returns > 0 && {
      what: `${countOf(returns, 'return')} to answer`,
      action: 'Answer',
      step: { to: `${href('/admin/returns')}?status=pending` },
    },
    contact.count > 0 && {
      what: `${countOf(contact.count, 'message')} to answer`,
      action: 'Reply',
      step: { to: href('/admin/contact') },
    },
    owed > 0 && {
      what: `${countOf(owed, 'refund')} due`,
      action: 'Refund',
      step: { to: href('/admin/payments/refunds') },
    },
    cash !== undefined &&
      cash.count > 0 && {
        what: `${formatRupees(cash.amount)} with couriers`,
        detail: countOf(cash.count, 'order'),
        action: 'Record',
        step: { to: href('/admin/payments/cash') },
      },
    ...low.map(({ id, title, stockCount, hasVariants }) => ({
      what: title,
      detail: stockCount === 0 ? 'Sold out' : `${stockCount} left`,
      action: 'Restock',
      step: {
        to: hasVariants
          ? href('/admin/artworks/:id/variants', { id })
          : `${href('/admin/artworks/:id', { id })}#${fieldId('stockCount')}`,
      },
    })),
    figures.lowStock > low.length && {
      what: `${countOf(figures.lowStock - low.length, 'more artwork')} low or sold out`,
      action: 'Restock',
      step: { to: `${href('/admin/artworks')}?sort=stock` },
    },
    ...messages,
    events.length > 0 && {
      what: `${countOf(events.length, 'background task')} failed ten times`,
      ...(events.length === 1
        ? {
            detail: EVENT_LABELS[events[0]!.name] ?? events[0]!.name,
            action: 'Try again',
            step: { action: href('/admin/messages'), fields: { event: events[0]!.id, returnTo: href('/admin') } },
          }
        : { action: 'Review', step: { to: href('/admin/messages') } }),
    },
    late !== undefined && {
      what: `${countOf(late.count, 'return')} of last year still to receive`,
      detail: 'A credit note reduces your tax until 30 November.',
      deadline: { at: late.deadline, text: formatShortDay(late.deadline) },
      action: 'Receive',
      step: { to: `${href('/admin/returns')}?status=accepted` },
    },
    turnover !== undefined && {
      what: `Turnover ${formatRupees(turnover.turnover)}, ${turnover.percentage}% of your limit`,
      detail: turnover.isUrgent
        ? `Talk to your accountant ${seller.status === 'unregistered' ? 'about GST registration ' : ''}now.`
        : 'Talk to your accountant before you reach it.',
      action: 'Review',
      step: { to: href('/admin/settings/:page?', { page: 'tax' }) },
    },
    backups?.problem !== undefined && {
      what: 'No recent backup',
      detail: backups.problem,
      action: 'Review',
      step: { to: href('/admin/opening') },
    },
  ];
  const timeOf = ({ deadline, since }: ToDo) => (deadline?.at ?? since)?.getTime() ?? Infinity;
  return list.filter((each) => each !== false).toSorted((a, b) => timeOf(a) - timeOf(b) || 0);
}

async function requestsToDo(shop: Shop): Promise<ToDo[]> {
  const [requests, count] = await Promise.all([waitingForStudio(shop, MAX_REQUESTS), countWaitingForStudio(shop)]);
  const wanted = {
    answer: 'Reply to the request',
    change: 'Change to the quote requested',
    quote: 'Waiting for your quote',
    message: '',
  };
  const rows = requests.map(({ requestId, number, name, userId, what, until, unread }): ToDo => ({
    customer: { name, userId },
    detail: [number, wanted[what], unread > 0 ? unreadSentence(unread) : ''].filter(Boolean).join(' · '),
    deadline: until === null ? undefined : { at: until, text: formatShortMoment(until) },
    action: what === 'quote' || what === 'change' ? 'Quote' : 'Reply',
    step: { to: href('/admin/requests/:id', { id: requestId }) },
  }));
  if (count <= rows.length) return rows;
  const what = `${countOf(count - rows.length, 'more request')} to answer`;
  return [...rows, { what, action: 'Reply', step: { to: href('/admin/requests') } }];
}

/** Returns work that is due soon, by its agreed day or else by the day in the calendar. */
async function workToDo(shop: Shop): Promise<ToDo[]> {
  const { work } = await workInProgress(shop);
  const soon = new Date(shop.now.getTime() + DAYS_AHEAD * DAY_MS);
  return work.flatMap(({ requestId, name, userId, title, agreedDay, finish }): ToDo[] => {
    const day = agreedDay ?? finish;
    const at = day && new Date(`${day}T23:59:59+05:30`);
    if (!at || at > soon) return [];
    return [
      {
        what: title ?? 'Custom order',
        customer: { name, userId },
        deadline: { at, text: formatShortDay(at) },
        action: 'Update',
        step: { to: href('/admin/requests/:id', { id: requestId }) },
      },
    ];
  });
}

/** For a single order, names the order and links to it instead of the list. */
async function packingToDo(shop: Shop, count: number): Promise<ToDo | false> {
  if (count === 0) return false;
  const what = `${countOf(count, 'order')} to pack`;
  const [order] = count === 1 ? (await listOrders(shop, { waitsFor: 'packing' })).orders : [];
  if (!order) return { what, action: 'Pack', step: { to: `${href('/admin/orders')}?status=to-pack` } };
  const { id, customerName, userId } = order;
  return {
    what,
    customer: { name: customerName, userId },
    action: 'Pack',
    step: { to: href('/admin/orders/:id', { id }) },
  };
}

async function failedToDo(shop: Shop): Promise<ToDo[]> {
  const count = await countFailed(shop);
  if (count === 0) return [];
  const { messages } = await listMessages(shop, { state: 'failed' });
  const rows = messages
    .filter(({ channel }) => hasSupplier(shop.config, channel))
    .slice(0, MAX_MESSAGES)
    .map(({ id, template, subject, recipient }): ToDo => ({
      what: template === 'reply' ? subject : TEMPLATE_LABELS[template],
      detail: `Not sent to ${recipient}`,
      action: 'Send again',
      step: {
        action: href('/admin/messages/:id', { id }),
        fields: { key: crypto.randomUUID(), stays: 'yes', returnTo: href('/admin') },
      },
    }));
  if (count <= rows.length) return rows;
  const what = `${countOf(count - rows.length, rows.length > 0 ? 'more message' : 'message')} failed`;
  return [...rows, { what, action: 'Review', step: { to: `${href('/admin/messages')}?status=failed` } }];
}
