/**
 * Whose eyes and hands a request, and what becomes of it, is seen and changed with: the studio's, or its customer's, who is signed in or holds the
 * link. Only `open…` of this module makes one, after it has looked.
 */
export type RequestAccess = {
  readonly requestId: string;
  readonly side: 'studio' | 'customer';
  readonly by: AccessBy;
  readonly proven: typeof PROVEN;
};

/** An emailed link proves the email address; a shared one, which the studio sees and sends to a phone, proves nothing. */
export type LinkChannel = 'email' | 'shared';
export type AccessBy = 'account' | `${LinkChannel}-link`;

export const PROVEN = Symbol('proven');
