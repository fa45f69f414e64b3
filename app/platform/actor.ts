import type { AdminRole } from './admin-role.ts';

/** The role is read at each request (T3). `shop` is a worker or script. */
export type Actor =
  | { kind: 'guest' }
  /** An admin of a live shop without a second factor does not count as admin yet. */
  | ({ kind: 'customer'; needsSecondFactor?: true } & Identity)
  | ({ kind: 'admin'; role: AdminRole } & Identity)
  | { kind: 'order-link'; orderId: string }
  | { kind: 'shop' };

export type Identity = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  deletionDueAt?: Date;
};

export type Person = Extract<Actor, { userId: string }>;
