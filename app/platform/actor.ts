import type { AdminRole } from './admin-role.ts';

/** Who asks. The role is read from the database at each request (T3); `shop` is the shop itself: workers and scripts. */
export type Actor =
  | { kind: 'guest' }
  /** `needsSecondFactor`: an admin of a live shop who has no second factor yet, and is no admin before. */
  | ({ kind: 'customer'; needsSecondFactor?: true } & Identity)
  | ({ kind: 'admin'; role: AdminRole } & Identity)
  /** Holds a link that opens one order, and acts for that order alone. */
  | { kind: 'order-link'; orderId: string }
  | { kind: 'shop' };

/** Who a signed-in person is; `deletionDueAt` stands while they have asked for their account to be deleted. */
export type Identity = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  deletionDueAt?: Date;
};

export type Person = Extract<Actor, { userId: string }>;
