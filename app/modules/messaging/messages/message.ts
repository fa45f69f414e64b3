export const MESSAGE_STATES = ['queued', 'sent', 'unsent', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_STATE_LABELS: Record<MessageState, string> = {
  queued: 'Waiting',
  sent: 'Sent',
  unsent: 'Not sent',
  failed: 'Failed',
};

const ACCOUNT_TEMPLATE_LABELS = {
  'password-reset': 'New password',
  invitation: 'Invitation',
  'sign-up': 'Confirm a new account',
  'already-registered': 'Sign-up with an existing email',
  'confirm-email': 'Confirm an email',
  'email-changed': 'Email changed',
  'password-changed': 'Password changed',
  'sign-in-code': 'Code to sign in',
  'new-device': 'Sign-in on a new device',
  'second-factor-changed': 'Two-step sign-in changed',
  'google-changed': 'Google linked or unlinked',
  'account-deletion': 'Account deletion requested',
  'mail-trial': 'Email server test',
  'payee-changed': 'UPI address changed',
  'gateway-changed': 'Gateway credentials changed',
  'books-differ': 'Ledger differences found',
} as const;
export const ACCOUNT_TEMPLATES = Object.keys(ACCOUNT_TEMPLATE_LABELS);

export const OWNERS_TEMPLATES = ['refund-owed', 'refund-destination', 'refunded', 'refund-failed'] as const;

export const TEMPLATE_LABELS = {
  'order-placed': 'Order confirmation',
  'order-shipped': 'Order shipped',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-returned': 'Order returned to sender',
  'order-agreed': 'Request accepted, payment due',
  'order-restored': 'Order restored',
  'order-changed': 'Order changed',
  'order-parcel': 'Parcel shipped',
  'payment-matched': 'Payment found',
  'payment-rejected': 'Payment not found',
  'refund-owed': 'Refund owed',
  'refund-destination': 'Refund destination changed',
  refunded: 'Refund sent',
  'refund-failed': 'Refund failed',
  'order-paid-too-late': 'Order paid too late',
  'order-reference-kept': 'Payment reference being checked',
  'sms-shipped': 'Order shipped, by SMS',
  'sms-delivered': 'Order delivered, by SMS',
  'whatsapp-confirmed': 'Order confirmation, by WhatsApp',
  'whatsapp-shipped': 'Order shipped, by WhatsApp',
  'whatsapp-delivered': 'Order delivered, by WhatsApp',
  'whatsapp-manual': 'WhatsApp, sent by hand',
  'owner-order-placed': 'New order, to the shop',
  'owner-order-changed': 'Order changed, to the shop',
  'back-in-stock': 'Piece back in stock',
  notification: 'Notification',
  'owner-needs-attention': 'Payment to check, to the shop',
  'owner-mails-stopped': 'Order reported as someone else’s, to the shop',
  'owner-order-request': 'Order request, to the shop',
  'order-request-received': 'Order request received',
  'request-rejected': 'Request rejected',
  'owner-custom-order': 'Custom order, to the shop',
  'custom-order-received': 'Custom order received',
  'owner-contact': 'Contact message, to the shop',
  'contact-received': 'Contact message received',
  reply: 'Reply from the studio',
  'account-needed': 'Account needed for a request',
  'commission-message': 'Message about a request',
  'owner-commission-message': 'Message about a request, to the shop',
  'quote-sent': 'Quote',
  'owner-change-asked': 'Change requested, to the shop',
  'quote-accepted': 'Quote accepted',
  'owner-quote-accepted': 'Quote accepted, to the shop',
  'commission-stage': 'Progress update',
  'owner-design-approved': 'Design approved, to the shop',
  'owner-fabric-confirmed': 'Fabric confirmed, to the shop',
  'owner-commission-cancelled': 'Work cancelled, to the shop',
  'commission-closed': 'Request closed',
  'return-asked': 'Return requested',
  'owner-return-asked': 'Return requested, to the shop',
  'return-accepted': 'Return accepted',
  'return-declined': 'Return declined',
  'return-received': 'Return received',
  'return-closed': 'Return closed',
  ...ACCOUNT_TEMPLATE_LABELS,
} as const;
export type Template = keyof typeof TEMPLATE_LABELS;

export const UNCONFIRMED_MAILS_A_DAY = 3;

export const UNSENT_REASONS = {
  limit: `This email address isn’t confirmed, so it receives at most ${UNCONFIRMED_MAILS_A_DAY} order emails a day.`,
  stopped: 'The recipient said the order isn’t theirs, so we stopped emailing them about it.',
} as const;

export type MessageSummary = {
  id: string;
  channel: 'email' | 'sms' | 'whatsapp';
  template: Template;
  recipient: string;
  subject: string;
  orderId: string | null;
  state: MessageState;
  attempts: number;
  /** Why the last attempt failed, or why the message was not sent. */
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** Null when the shop sent it. */
  sentBy: string | null;
};

export type Message = MessageSummary & { bodyText: string; bodyHtml: string | null };
