import { isUnstorableText } from './database/query-errors.server.ts';
import { NotFound, SignInNeeded } from './errors.server.ts';
import { log } from './log.server.ts';
import type { Actor } from './actor.ts';

export type WayIn = 'password' | 'mailed-code' | 'google' | 'sign-up' | 'guest-checkout' | 'app-code' | 'recovery-code';

export type SecurityEvents = {
  'signed-in': { by: WayIn };
  'second-factor-asked': { by: WayIn };
  'sign-in-refused': { by: WayIn; why: string };
  'signed-out': object;
  'sessions-ended': { which: 'all' | 'others' | 'one' | 'idle' };
  'password-refused': object;
  'password-changed': object;
  'password-link-refused': object;
  'second-factor-changed': { isOn: boolean };
  'second-factor-refused': object;
  'recovery-codes-renewed': object;
  'google-changed': { isLinked: boolean };
  'google-link-refused': object;
  'email-changed': object;
  'role-changed': { role: string };
  'account-switched': { isOn: boolean };
  /** Queries filter by owner (T2), so a row that does not exist also counts as `not-theirs`. */
  'access-refused': { why: 'role' | 'sign-in' | 'not-theirs' };
  'limit-reached': { limit: string };
  /** `unreadable`: the form has unknown fields. */
  'request-refused': { why: 'other-site' | 'unreadable' };
};

export type SecurityLine = { event: keyof SecurityEvents; [detail: string]: unknown };

type Asking = { actor?: Actor; requestId?: string; uncommitted?: SecurityLine[] };

/** Logs an event when the transaction commits. Pass only ids: no address, phone number, network or typed text. */
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

export function writeSecurityLines(lines: readonly SecurityLine[], around?: SecurityLine[]): void {
  if (around) around.push(...lines);
  else for (const line of lines) log.info(line, 'security');
}

/** Logs a refusal that middleware or a route throws. The visitor is unknown while the database is down. */
export function logThrownRefusal(asking: () => Asking, error: unknown): void {
  if (error instanceof NotFound) logSecurityEvent(asking(), 'access-refused', { why: 'not-theirs' });
  else if (error instanceof SignInNeeded) logSecurityEvent(asking(), 'access-refused', { why: 'sign-in' });
  else if ((error instanceof Response && error.status === 400) || isUnstorableText(error))
    logSecurityEvent(asking(), 'request-refused', { why: 'unreadable' });
}
