export const titleCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const countOf = (count: number, thing: string): string =>
  `${count.toLocaleString('en-IN')} ${thing}${count === 1 ? '' : 's'}`;

export const STATUS_REFUSALS = {
  stale: 'Someone else changed this order. Check it, then try again.',
  'reason-needed': 'Enter a reason.',
  'out-of-stock': 'Not enough stock to reopen the order.',
  'balance-due': 'The order must be paid before it ships.',
} as const;

export const VERIFICATION_REFUSALS = {
  stale: STATUS_REFUSALS.stale,
  refunded: 'Part of this payment was refunded, so it can’t be undone.',
} as const;

/** The end of each success message about a step that emails the customer. `Done` replaces it when no email is sent. */
export const EMAILED = 'We email the customer.';

export const REFUND_DONE = {
  refund: `Refund recorded. ${EMAILED}`,
  gateway: `Refund started at the gateway. ${EMAILED}`,
} as const;

export const REFUND_REFUSALS = {
  'key-used': 'Another refund was recorded with this form. Check the list, then reload the page.',
  'not-paid': 'Confirm this payment before you refund it.',
  'not-at-gateway': 'No connected gateway can refund this payment. Pay the customer yourself, then record it here.',
} as const;

export const EVENT_LABELS: Record<string, string> = {
  'gateways.webhook-stored': 'Webhook of a payment gateway',
  'order-requests.accepted': 'Email: request accepted',
  'orders.confirmed': 'Emails: new order',
  'orders.status-changed': 'Email: order status',
  'orders.changed': 'Emails: order changed',
  'orders.needs-attention': 'Email: payment to check',
  'ledger.refund-owed': 'Email: refund due',
  'refunds.destination-given': 'Email: refund destination',
  'ledger.refunded': 'Email: refund',
  'ledger.refund-failed': 'Email: failed refund',
  'returns.asked': 'Emails: return requested',
  'returns.answered': 'Email: return answered',
  'returns.received': 'Email: return received',
};

export const labelOfAction = (action: string): string => titleCase(action.replace(/[._-]/g, ' '));

export const labelOfTable = (table: string): string => titleCase(table.replaceAll('_', ' '));

export const isLongFigure = (figure: string): boolean => figure.length > 10;
