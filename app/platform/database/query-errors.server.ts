import pg from 'pg';
import { EmbeddedDatabaseEnded } from './embedded.server.ts';

/** Thrown when the disk is nearly full. Drizzle wraps this error, so use isReadOnlyDatabase. */
export class ReadOnlyDatabase extends Error {
  override name = 'ReadOnlyDatabase';
}

/**
 * Thrown when the database is unreachable, out of connections, shutting down or too slow. Use isUnreachableDatabase.
 */
export class UnreachableDatabase extends Error {
  override name = 'UnreachableDatabase';
}

/** Thrown when the row belongs to a deleted account. Use isDeletedAccount. */
export class DeletedAccount extends Error {
  override name = 'DeletedAccount';
}

/**
 * Thrown when code in a transaction uses the database outside the transaction, which could deadlock or read other data.
 */
export class OuterDatabaseUsed extends Error {
  override name = 'OuterDatabaseUsed';
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const databaseErrorIn = (error: unknown) => causesOf(error).find((cause) => cause instanceof pg.DatabaseError);

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = databaseErrorIn(error);
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint);
}

export function isCheckViolation(error: unknown, constraint?: string): boolean {
  const found = databaseErrorIn(error);
  return found?.code === '23514' && (constraint === undefined || found.constraint === constraint);
}

/** Returns whether the text contained NUL (SQLSTATE 22021, or 22P05 in JSON). */
export function isUnstorableText(error: unknown): boolean {
  const code = databaseErrorIn(error)?.code;
  return code === '22021' || code === '22P05';
}

export function isReadOnlyDatabase(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof ReadOnlyDatabase);
}

export function isUnreachableDatabase(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof UnreachableDatabase);
}

/** Returns whether the database caused the error. Other errors are bugs. */
export function isDatabaseError(error: unknown): boolean {
  return databaseErrorIn(error) !== undefined || isUnreachableDatabase(error);
}

export function isDeletedAccount(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DeletedAccount);
}

export function isWorthRetrying(error: unknown): boolean {
  const code = databaseErrorIn(error)?.code;
  return code === '40001' || code === '40P01';
}

/** Returns whether an earlier statement of the transaction failed (SQLSTATE 25P02). */
export function isOfFailedTransaction(error: unknown): boolean {
  return databaseErrorIn(error)?.code === '25P02';
}

/** These states include a COMMIT that timed out because a standby is unreachable. */
const UNREACHABLE_STATES = /^(08|53|57P|57014|55P03)/;
/** For a lost connection, the driver has only messages and no error class. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/;

function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNREACHABLE_STATES.test(error.code ?? '');
  return causesOf(error).some(
    (cause) => cause instanceof EmbeddedDatabaseEnded || 'syscall' in cause || CONNECTION_LOST.test(cause.message),
  );
}

export function nameDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === '25006')
    return new ReadOnlyDatabase('the database only reads at the moment: its disk is nearly full', { cause: error });
  // refuse_deleted_account() in the migrations raises this.
  if (error instanceof pg.DatabaseError && error.code === 'BV001')
    return new DeletedAccount(error.message, { cause: error });
  if (error instanceof UnreachableDatabase) return error;
  if (isLostConnection(error)) return new UnreachableDatabase('the database gave no answer', { cause: error });
  return error;
}
