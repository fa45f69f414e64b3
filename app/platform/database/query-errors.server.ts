import pg from 'pg';
import { EmbeddedDatabaseEnded } from './embedded.server.ts';

/** A write refused because the disk is nearly full; reading goes on. It is the cause of what Drizzle throws: ask isReadOnlyDatabase. */
export class ReadOnlyDatabase extends Error {
  override name = 'ReadOnlyDatabase';
}

/** The database gave no answer: it can't be reached, has no connection left, is shutting down or took too long. Ask isUnreachableDatabase. */
export class UnreachableDatabase extends Error {
  override name = 'UnreachableDatabase';
}

/** A row was to be written for an account that was deleted meanwhile. It is the cause of what Drizzle throws: ask isDeletedAccount. */
export class DeletedAccount extends Error {
  override name = 'DeletedAccount';
}

/** Thrown when the outer database is asked inside a transaction: with one connection it would wait for itself, with many it would read another state. */
export class OuterDatabaseUsed extends Error {
  override name = 'OuterDatabaseUsed';
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const databaseErrorIn = (error: unknown) => causesOf(error).find((cause) => cause instanceof pg.DatabaseError);

/** Whether the error, or what caused it, is a duplicate (SQLSTATE 23505), of this constraint or unique index when named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = databaseErrorIn(error);
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint);
}

/** Whether the error, or what caused it, breaks a check (SQLSTATE 23514), this one when named. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  const found = databaseErrorIn(error);
  return found?.code === '23514' && (constraint === undefined || found.constraint === constraint);
}

/** Whether the error, or what caused it, is a text that no text column holds: with NUL in it, plain (SQLSTATE 22021) or in JSON (22P05). */
export function isUnstorableText(error: unknown): boolean {
  const code = databaseErrorIn(error)?.code;
  return code === '22021' || code === '22P05';
}

/** Whether the error, or what caused it, is a write refused while the database only reads. */
export function isReadOnlyDatabase(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof ReadOnlyDatabase);
}

/** Whether the error, or what caused it, is that the database gave no answer. */
export function isUnreachableDatabase(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof UnreachableDatabase);
}

/** Whether the error is the database's: it refused, or gave no answer. Anything else is a bug. */
export function isDatabaseError(error: unknown): boolean {
  return databaseErrorIn(error) !== undefined || isUnreachableDatabase(error);
}

/** Whether the error, or what caused it, is that the account was deleted meanwhile. */
export function isDeletedAccount(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DeletedAccount);
}

/** Serialization failures and deadlocks: the same work may succeed when it is done again. */
export function isWorthRetrying(error: unknown): boolean {
  const code = databaseErrorIn(error)?.code;
  return code === '40001' || code === '40P01';
}

/** Whether the error, or what caused it, is only that another statement of its transaction failed before (SQLSTATE 25P02). */
export function isOfFailedTransaction(error: unknown): boolean {
  return databaseErrorIn(error)?.code === '25P02';
}

/**
 * Connections that failed, resources that are used up, a server that is going down or coming up, and one that took longer than a
 * statement (57014) or a lock (55P03) may: so do all that stand behind a COMMIT which waits for a standby that is gone.
 */
const UNREACHABLE_STATES = /^(08|53|57P|57014|55P03)/;
/** How the driver words the loss of its connection, for which it has no class. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/;

function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNREACHABLE_STATES.test(error.code ?? '');
  return causesOf(error).some(
    (cause) => cause instanceof EmbeddedDatabaseEnded || 'syscall' in cause || CONNECTION_LOST.test(cause.message),
  );
}

/** The error as the shop knows it; others stay as they are. */
export function nameDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === '25006')
    return new ReadOnlyDatabase('the database only reads at the moment: its disk is nearly full', { cause: error });
  // As refuse_deleted_account() of the migrations raises it.
  if (error instanceof pg.DatabaseError && error.code === 'BV001')
    return new DeletedAccount(error.message, { cause: error });
  if (error instanceof UnreachableDatabase) return error;
  if (isLostConnection(error)) return new UnreachableDatabase('the database gave no answer', { cause: error });
  return error;
}
