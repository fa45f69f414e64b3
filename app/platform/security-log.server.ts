import { isUnstorableText } from './database/query-errors.server.ts';
import { NotFound, SignInNeeded } from './errors.server.ts';
import { log } from './log.server.ts';
import type { Actor } from './actor.ts';

/** A way in; the last two are the second step of one. */
export type WayIn = 'password' | 'mailed-code' | 'google' | 'sign-up' | 'app-code' | 'recovery-code';

/** What happens to accounts, and what is refused: each event's name, and what its line says beside whose account it is. */
export type SecurityEvents = {
  'signed-in': { by: WayIn };
  /** The first step of a sign-in was right; no session was begun yet. */
  'second-factor-asked': { by: WayIn };
  'sign-in-refused': { by: WayIn; why: string };
  'signed-out': object;
  'sessions-ended': { which: 'all' | 'others' | 'one' | 'idle' };
  /** Asked for before something that isn't done at a screen left open. */
  'password-refused': object;
  'password-changed': object;
  /** The link of a mail for a new password. */
  'password-link-refused': object;
  'second-factor-changed': { isOn: boolean };
  'second-factor-refused': object;
  'recovery-codes-renewed': object;
  'google-changed': { isLinked: boolean };
  'google-link-refused': object;
  'email-changed': object;
  'role-changed': { role: string };
  'account-switched': { isOn: boolean };
  /** `not-theirs` is what isn't there, too: a query names its owner, so nobody can tell which (T2). */
  'access-refused': { why: 'role' | 'sign-in' | 'not-theirs' };
  'limit-reached': { limit: string };
  /** What no page of the shop sends: from another site, or with fields that no form has. */
  'request-refused': { why: 'other-site' | 'unreadable' };
};

export type SecurityLine = { event: keyof SecurityEvents; [detail: string]: unknown };

/** Whoever asks, as far as it is known; in a transaction with the lines that wait for it. */
type Asking = { actor?: Actor; requestId?: string; uncommitted?: SecurityLine[] };

/**
 * Writes one line of what happened to an account, or was refused; in a transaction once it commits. It names accounts by their
 * ids, `userId` whose it is about, the signed-in person's unless told, and `actorId` who did it where that is somebody else:
 * never an address, a phone, a place on the network or what was typed.
 */
export function logSecurityEvent<Name extends keyof SecurityEvents>(
  { actor, requestId, uncommitted }: Asking,
  event: Name,
  details: SecurityEvents[Name] & { userId?: string },
): void {
  const actorId = actor && 'userId' in actor ? actor.userId : undefined;
  const userId = 'userId' in details ? details.userId : actorId;
  const line = { event, ...details, userId, actorId: actorId === userId ? undefined : actorId, request: requestId };
  writeSecurityLines([line], uncommitted);
}

/** Writes lines, or hands them to the transaction around. */
export function writeSecurityLines(lines: readonly SecurityLine[], around?: SecurityLine[]): void {
  if (around) around.push(...lines);
  else for (const line of lines) log.info(line, 'security');
}

/** Notes what was thrown at the edge of a request, where it refuses somebody. Who asks isn't known while the database is away. */
export function logThrownRefusal(asking: () => Asking, error: unknown): void {
  if (error instanceof NotFound) logSecurityEvent(asking(), 'access-refused', { why: 'not-theirs' });
  else if (error instanceof SignInNeeded) logSecurityEvent(asking(), 'access-refused', { why: 'sign-in' });
  else if ((error instanceof Response && error.status === 400) || isUnstorableText(error))
    logSecurityEvent(asking(), 'request-refused', { why: 'unreadable' });
}
