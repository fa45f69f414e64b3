import { shortId } from '#app/modules/orders/orders/order.ts';
import type { AuditEntry } from '#app/platform/audit/audit.server.ts';
import { labelOfAction, labelOfTable } from '#app/routes/admin/shared/labels.ts';

const VERBS: Record<string, string> = {
  'artwork.add': 'Added',
  'artwork.save': 'Changed',
  'artwork.import': 'Imported',
  'artwork.delete': 'Deleted',
  'artwork.feature': 'Featured',
  'artwork.unfeature': 'No longer featured',
  'artwork.out-of-stock': 'Set out of stock',
  'artwork.origin': 'Set the country of origin of',
  'artwork.publish': 'Published',
  'artwork.draft': 'Unpublished',
  'artwork.archive': 'Archived',
  'artwork.price': 'Changed the price of',
  'artwork.stock': 'Changed the stock of',
  'artwork.variants': 'Changed the variants of',
  'artwork.personalization': 'Changed the personalization of',
  'artwork.undo': 'Undid a change of',
  'cash.in-hand': 'Marked as received:',
  'cash.not-in-hand': 'Marked as not received:',
  'collection.save': 'Saved',
  'collection.delete': 'Deleted',
  'collection.add': 'Added pieces to',
  'collection.remove': 'Removed pieces from',
  'collection.undo': 'Undid a change of',
  'commission.quote': 'Wrote a quote for',
  'commission.ready-day': 'Changed the day of',
  'commission.cancel': 'Cancelled',
  'commission.stage': 'Updated the progress of',
  'commission.stage-undone': 'Undid a step of',
  'contact.reply': 'Answered',
  'coupon.save': 'Saved',
  'coupon.activate': 'Activated',
  'coupon.deactivate': 'Deactivated',
  'coupon.delete': 'Deleted',
  'event.resend': 'Retried',
  'export.everything': 'Exported',
  'export.table': 'Exported',
  'media.upload': 'Uploaded',
  'media.describe': 'Edited',
  'media.delete': 'Deleted',
  'message.resend': 'Sent again',
  'notification.send': 'Wrote',
  'order.address': 'Corrected the address of',
  'order.archive': 'Deleted',
  'order.make': 'Created',
  'order.note': 'Wrote a note on',
  'order.note-delete': 'Deleted a note on',
  'order.payment-search': 'Looked for the payment of',
  'order.reference': 'Corrected the payment reference of',
  'order.refund': 'Recorded a refund of',
  'order.shipment': 'Added a tracking update to',
  'order.shipment-remove': 'Removed a tracking update from',
  'order.status': 'Changed the status of',
  'order.take-back-refund': 'Undid a refund of',
  'order.verification': 'Reviewed the payment of',
  'order.write-off': 'Wrote off the missing amount of',
  'payee.ask': 'Changed the',
  'payee.keep': 'Kept the previous',
  'payout.match': 'Found in the bank',
  'payout.undo': 'Undid a match of',
  'remittance.record': 'Recorded',
  'remittance.undo': 'Undid',
  'request.accept': 'Accepted',
  'request.accept-undone': 'Undid the acceptance of',
  'request.reject': 'Rejected',
  'request.reopen': 'Reopened',
  'request.invite': 'Sent an invitation for',
  'request.link-renewed': 'Renewed the link of',
  'request.link-revoked': 'Revoked the link of',
  'request.note': 'Wrote a note on',
  'request.reply': 'Answered',
  'return.accept': 'Accepted',
  'return.decline': 'Declined',
  'return.close': 'Closed',
  'policy.publish': 'Published',
  'return.receive': 'Recorded the arrival of',
  'settings.save': 'Changed',
  'shop.check': 'Confirmed',
  'shop.open': 'Opened',
  'statement.import': 'Imported',
  'statement.dismiss': 'Dismissed a line of',
  'statement.reopen': 'Restored a line of',
  'user.save': 'Changed',
  'user.note': 'Changed the note about',
  'user.deactivate': 'Deactivated',
  'user.reactivate': 'Reactivated',
  'user.delete': 'Deleted',
  'user.invite': 'Sent',
  'user.withdraw-invitation': 'Withdrew',
};

const THINGS: Record<string, string> = {
  artworks: 'the artwork',
  all_tables: 'everything',
  bank_line_payouts: 'the payout',
  bank_statement_lines: 'a bank statement',
  cod_remittances: 'the remittance',
  collections: 'the collection',
  commissions: 'the commission',
  contact_messages: 'the message',
  coupons: 'the coupon',
  invitations: 'the invitation',
  ledger_entries: 'an order',
  media_gallery: 'the photo',
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

const SETTING_NAMES: Record<string, string> = {
  away: 'Closed to orders until',
  cdn: 'Page cache',
  gst: 'GST rates and HSN codes',
  legal: 'Seller and complaints',
  seller: 'GST registration',
  unmatched_orders: 'Unpaid orders',
  upi: 'UPI',
  work_hours: 'Studio calendar',
};

/** Earlier versions recorded a deactivation as `coupon.activate`. */
const verbOf = ({ action, after }: AuditEntry): string | undefined =>
  VERBS[action === 'coupon.activate' && after?.active === false ? 'coupon.deactivate' : action];

const NAMES = ['title', 'code', 'originalFilename', 'subject', 'name'];

/**
 * Returns a sentence such as 'Changed the artwork “Himalayan Dawn”: price, stock count'. `currentName` is the artwork's
 * present title.
 */
export function sentenceOf(entry: AuditEntry, currentName?: string): string {
  const { action, subjectTable, subjectId, before, after } = entry;
  const verb = verbOf(entry);
  const thing = THINGS[subjectTable];
  if (!verb) return labelOfAction(action);
  if (action === 'export.table') return `${verb} the table ${labelOfTable(subjectTable)}`;
  const name =
    subjectTable === 'settings'
      ? (SETTING_NAMES[subjectId] ?? labelOfTable(subjectId))
      : (currentName ?? nameIn(entry));
  // A new or deleted row changed in every column, so the sentence names none.
  const changed = before && after && subjectTable !== 'settings' ? Object.keys(after).map(labelOfColumn) : [];
  return `${verb} ${thing ?? labelOfTable(subjectTable)}${name ? ` “${name}”` : ''}${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`;
}

function nameIn({ subjectTable, subjectId, before, after }: AuditEntry): string | undefined {
  if (subjectTable === 'orders') return `#${shortId(subjectId)}`;
  if (subjectTable === 'user_profiles') return undefined;
  const facts: Record<string, unknown> = { ...before, ...after };
  return NAMES.map((name) => facts[name]).find((value): value is string => typeof value === 'string' && value !== '');
}

export const labelOfColumn = (column: string): string =>
  column
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
