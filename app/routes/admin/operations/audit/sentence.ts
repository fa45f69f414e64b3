import { shortId } from '#app/modules/orders/orders/order.ts';
import type { AuditEntry } from '#app/platform/audit/audit.server.ts';
import { labelOfAction, labelOfTable } from '#app/routes/admin/shared/labels.ts';

/** An action without a verb is shown by its name. */
const VERBS: Record<string, string> = {
  'artwork.add': 'Added',
  'artwork.save': 'Changed',
  'artwork.import': 'Imported',
  'artwork.delete': 'Deleted',
  'artwork.feature': 'Featured',
  'artwork.unfeature': 'No longer featured',
  'artwork.out-of-stock': 'Set out of stock',
  'artwork.origin': 'Said where it was made:',
  'artwork.publish': 'Published',
  'artwork.draft': 'Unpublished',
  'artwork.archive': 'Archived',
  'artwork.price': 'Changed the price of',
  'artwork.stock': 'Changed the stock of',
  'artwork.variants': 'Changed the variants of',
  'artwork.personalization': 'Changed the personalization of',
  'artwork.undo': 'Took back a change of',
  'cash.in-hand': 'Took in hand',
  'cash.not-in-hand': 'Took back that it is in hand:',
  'collection.save': 'Saved',
  'collection.delete': 'Deleted',
  'collection.add': 'Put pieces into',
  'collection.remove': 'Took pieces out of',
  'collection.undo': 'Took back a change of',
  'commission.quote': 'Wrote a quote for',
  'commission.cancel': 'Cancelled',
  'commission.stage': 'Moved on',
  'commission.stage-undone': 'Took back a step of',
  'contact.reply': 'Answered',
  'coupon.save': 'Saved',
  'coupon.activate': 'Switched on',
  'coupon.deactivate': 'Switched off',
  'coupon.delete': 'Deleted',
  'event.resend': 'Tried again to deliver',
  'export.table': 'Exported',
  'media.upload': 'Uploaded',
  'media.describe': 'Described',
  'media.delete': 'Deleted',
  'message.resend': 'Sent again',
  'notification.send': 'Wrote',
  'order.address': 'Corrected the address of',
  'order.archive': 'Deleted',
  'order.make': 'Wrote',
  'order.note': 'Wrote a note on',
  'order.note-delete': 'Deleted a note on',
  'order.reference': 'Corrected the payment reference of',
  'order.refund': 'Noted a refund of',
  'order.shipment': 'Noted a step of the parcel of',
  'order.shipment-remove': 'Removed a step of the parcel of',
  'order.status': 'Changed the status of',
  'order.take-back-refund': 'Took back a refund of',
  'order.verification': 'Judged the payment of',
  'order.write-off': 'Wrote off what was short of',
  'payee.ask': 'Asked for another',
  'payee.keep': 'Kept the former',
  'payout.match': 'Found in the bank',
  'payout.undo': 'Took back a match of',
  'remittance.record': 'Recorded',
  'remittance.undo': 'Took back',
  'request.accept': 'Accepted',
  'request.reject': 'Rejected',
  'request.reopen': 'Reopened',
  'request.invite': 'Sent an invitation for',
  'request.link-renewed': 'Renewed the link of',
  'request.link-revoked': 'Ended the link of',
  'request.note': 'Wrote a note on',
  'request.reply': 'Answered',
  'return.accept': 'Accepted',
  'return.decline': 'Declined',
  'return.close': 'Closed',
  'policy.publish': 'Published',
  'return.receive': 'Noted the arrival of',
  'settings.save': 'Changed',
  'shop.check': 'Confirmed',
  'shop.open': 'Opened',
  'statement.import': 'Read',
  'statement.dismiss': 'Set aside a line of',
  'statement.reopen': 'Took up again a line of',
  'user.save': 'Changed',
  'user.deactivate': 'Deactivated',
  'user.reactivate': 'Reactivated',
  'user.delete': 'Deleted',
  'user.invite': 'Sent',
  'user.withdraw-invitation': 'Withdrew',
};

const THINGS: Record<string, string> = {
  artworks: 'the artwork',
  bank_line_payouts: 'the payout',
  bank_statement_lines: 'a bank statement',
  cod_remittances: 'the remittance',
  collections: 'the collection',
  commissions: 'the commission',
  contact_messages: 'the message',
  coupons: 'the coupon',
  invitations: 'the invitation',
  ledger_entries: 'an order',
  media_gallery: 'the picture',
  messages: 'the message',
  opening: 'the shop for buyers',
  opening_checks: 'for opening day',
  payee_changes: 'UPI address',
  order_notes: 'an order',
  order_requests: 'the request',
  orders: 'the order',
  outbox: 'the event',
  policy_versions: 'the policy',
  payments: 'the cash',
  quotes: 'a commission',
  refunds: 'an order',
  request_links: 'the request',
  return_requests: 'the return',
  settings: 'the setting',
  stage_updates: 'a commission',
  user_profiles: 'the account',
};

/** Deactivating was once recorded as `coupon.activate`; the row's change tells. */
const verbOf = ({ action, after }: AuditEntry): string | undefined =>
  VERBS[action === 'coupon.activate' && after?.active === false ? 'coupon.deactivate' : action];

/** Columns with a row's name, best first. */
const NAMES = ['title', 'code', 'originalFilename', 'subject', 'name'];

/** 'Changed the artwork “Himalayan Dawn”: price, stock count'; `title` is the current name. */
export function sentenceOf(entry: AuditEntry, title?: string): string {
  const { action, subjectTable, subjectId, before, after } = entry;
  const verb = verbOf(entry);
  const thing = THINGS[subjectTable];
  if (!verb) return labelOfAction(action);
  if (action === 'export.table') return `${verb} the table ${labelOfTable(subjectTable)}`;
  const name = subjectTable === 'settings' ? labelOfTable(subjectId) : (title ?? nameIn(entry));
  // For a new or deleted row, all columns changed, so none is named.
  const changed = before && after && subjectTable !== 'settings' ? Object.keys(after).map(labelOfColumn) : [];
  return `${verb} ${thing ?? labelOfTable(subjectTable)}${name ? ` “${name}”` : ''}${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`;
}

function nameIn({ subjectTable, subjectId, before, after }: AuditEntry): string | undefined {
  if (subjectTable === 'orders') return `#${shortId(subjectId)}`;
  if (subjectTable === 'user_profiles') return undefined;
  const facts: Record<string, unknown> = { ...before, ...after };
  return NAMES.map((name) => facts[name]).find((value): value is string => typeof value === 'string' && value !== '');
}

/** 'stockCount' and 'stock_count' are 'stock count'. */
export const labelOfColumn = (column: string): string =>
  column
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
