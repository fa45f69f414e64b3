/**
 * Whose eyes and hands a commission is seen and changed with: the studio's, or its customer's, who is signed in or holds the
 * link. Only `open…` of this module makes one, after it has looked.
 */
export type CommissionAccess = {
  readonly requestId: string;
  readonly side: 'studio' | 'customer';
  readonly by: 'account' | 'link';
  readonly proven: typeof PROVEN;
};

export const PROVEN = Symbol('proven');
