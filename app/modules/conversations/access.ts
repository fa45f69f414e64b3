/**
 * Whose eyes and hands a request, and what becomes of it, is seen and changed with: the studio's, or its customer's, who is signed in or holds the
 * link. Only `open…` of this module makes one, after it has looked.
 */
export type RequestAccess = {
  readonly requestId: string;
  readonly side: 'studio' | 'customer';
  readonly by: 'account' | 'link';
  readonly proven: typeof PROVEN;
};

export const PROVEN = Symbol('proven');
