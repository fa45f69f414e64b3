/** 'processing' becomes 'Processing'. */
export const titleCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** '1 order' and '1,204 orders'. */
export const countOf = (count: number, thing: string): string =>
  `${count.toLocaleString('en-IN')} ${thing}${count === 1 ? '' : 's'}`;

export const STATUS_REFUSALS = {
  stale: 'The order was changed in the meantime, so it stays as it is.',
  'reason-needed': 'Write down why.',
  'out-of-stock': 'Not enough pieces are in stock to take the order up again.',
  'balance-due': 'Something is still to be paid before it goes.',
} as const;

export const VERIFICATION_REFUSALS = {
  stale: STATUS_REFUSALS.stale,
  refunded: 'Some of this payment went back, so it stays matched.',
} as const;

export const REFUND_DONE = {
  refund: 'Refund recorded. The customer is told.',
  gateway: 'The gateway has the refund. The customer is told when it has gone.',
} as const;

export const REFUND_REFUSALS = {
  'key-used': 'Another refund was recorded with this form. Look at the list, then load the page again.',
  'not-paid': 'Match this payment first: nobody has found its money yet.',
  'not-at-gateway': 'No gateway that can be asked now has this money. Send it back by hand.',
} as const;

export const EVENT_LABELS: Record<string, string> = {
  'gateways.webhook-stored': 'Webhook of a payment gateway',
  'order-requests.accepted': 'Mail that a request is accepted',
  'orders.confirmed': 'Mails about a new order',
  'orders.status-changed': 'Mail about an order’s status',
  'orders.needs-attention': 'Mail about a payment to look at',
  'ledger.refund-owed': 'Mail about money that goes back',
  'refunds.destination-given': 'Mail about where a refund goes',
  'ledger.refunded': 'Mail about a refund',
  'ledger.refund-failed': 'Mail about a refund that failed',
  'returns.asked': 'Mails about a return that was asked for',
  'returns.answered': 'Mail about the answer to a return',
  'returns.received': 'Mail about pieces that came back',
};

/** 'coupon.save' becomes 'Coupon save'. */
export const labelOfAction = (action: string): string => titleCase(action.replace(/[._-]/g, ' '));

/** 'user_profiles' becomes 'User profiles'. */
export const labelOfTable = (table: string): string => titleCase(table.replaceAll('_', ' '));

export const isLongFigure = (figure: string): boolean => figure.length > 10;
