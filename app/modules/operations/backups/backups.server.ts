import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { desc, eq, lt, lte } from 'drizzle-orm';
import { log } from '#app/platform/log.server.ts';
import { ownerOnly, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { checkArchive, STAGING_PREFIX, writeArchive } from './archive.server.ts';
import { backupName, backupProblem, findBackupToCheck, isBackupDue, outdatedBackups } from './backup.ts';
import type { Backups } from './provider.ts';
import { backups } from './tables.server.ts';

const MAX_LOOKED_AT = 50;
const RETENTION_MS = 400 * 24 * 3_600_000;
/** A backup that is still incomplete after this time was interrupted. */
const ABANDONED_AFTER_MS = 3 * 3_600_000;

const CHECK_PREFIX = '.bisvar-check-';

/** Backups with future dates are skipped, because a wrong clock made them. */
const newestBackups = ({ database, now }: Shop) =>
  database
    .select()
    .from(backups)
    .where(lte(backups.startedAt, now))
    .orderBy(desc(backups.startedAt))
    .limit(MAX_LOOKED_AT);

/** Returns undefined without automatic backups. Owners only. */
export async function getBackupState(shop: Shop): Promise<
  | {
      newest: { startedAt: Date; bytes: number; checkedAt: Date | null } | undefined;
      problem: string | undefined;
      places: string[];
      checkedAt: Date | undefined;
    }
  | undefined
> {
  ownerOnly(shop);
  return shop.suppliers.backups && readState(shop, shop.suppliers.backups);
}

export async function areBackupsSound(shop: Shop): Promise<boolean> {
  if (!shop.suppliers.backups) return false;
  return (await readState(shop, shop.suppliers.backups)).problem === undefined;
}

async function readState(shop: Shop, { places }: Backups) {
  const made = await newestBackups(shop);
  const whole = made.find(({ bytes }) => bytes !== null);
  return {
    newest: whole && { startedAt: whole.startedAt, bytes: whole.bytes!, checkedAt: whole.checkedAt },
    problem: backupProblem(made, shop.now),
    places: places.map(({ address }) => address),
    checkedAt: made.find(({ checkedAt }) => checkedAt !== null)?.checkedAt ?? undefined,
  };
}

/**
 * Makes a backup, copies it to every place and deletes outdated backups. Records and throws failures. Only for
 * background jobs and commands.
 */
export async function makeDueBackup(shop: Shop, signal?: AbortSignal): Promise<void> {
  shopOnly(shop);
  const { backups: wanted, copyPictures } = shop.suppliers;
  if (!wanted || !copyPictures) return;
  const { database, now } = shop;
  const made = await newestBackups(shop);
  const unfinished = made.find(({ bytes, problem }) => bytes === null && problem === '');
  if (unfinished && now.getTime() - unfinished.startedAt.getTime() < ABANDONED_AFTER_MS) return;
  if (unfinished) await database.delete(backups).where(eq(backups.id, unfinished.id));
  if (
    !isBackupDue(
      made.filter(({ id }) => id !== unfinished?.id),
      now,
    )
  )
    return;

  const name = backupName(now);
  const [row] = await database.insert(backups).values({ name, startedAt: now }).returning({ id: backups.id });
  const isThis = eq(backups.id, row!.id);
  let whole: Pick<typeof backups.$inferInsert, 'bytes' | 'rowCount' | 'fileCount'> = {};
  try {
    await forgetStaging(wanted.directory, STAGING_PREFIX);
    const file = join(wanted.directory, name);
    const { rows, files, bytes } = await writeArchive({ database, copyPictures }, { file, key: wanted.key, signal });
    whole = { bytes, rowCount: rows, fileCount: files };
    for (const place of wanted.places) {
      await place.put(name, file);
      for (const outdated of outdatedBackups(await place.list())) await place.remove(outdated);
    }
    // The result is recorded only when every place has the backup.
    await database.update(backups).set(whole).where(isThis);
    await database.delete(backups).where(lt(backups.startedAt, new Date(now.getTime() - RETENTION_MS)));
    log.info({ name, bytes, rows, files }, 'a backup was made');
  } catch (error) {
    // The shop is stopping, so the next start makes the backup.
    if (signal?.aborted) await database.delete(backups).where(isThis);
    else {
      await database
        .update(backups)
        .set({ ...whole, problem: messageOf(error) })
        .where(isThis);
      throw error;
    }
  }
}

/**
 * Checks a backup once a week, in the most remote place. Records and logs problems. Only for background jobs and
 * commands.
 */
export async function checkNewestBackup(shop: Shop, signal?: AbortSignal): Promise<void> {
  shopOnly(shop);
  const { backups: wanted } = shop.suppliers;
  if (!wanted) return;
  const backup = findBackupToCheck(await newestBackups(shop), shop.now);
  if (!backup) return;
  await forgetStaging(wanted.directory, CHECK_PREFIX);
  const directory = await mkdtemp(join(wanted.directory, CHECK_PREFIX));
  let checkProblem = '';
  try {
    const file = join(directory, backup.name);
    await wanted.places.at(-1)!.fetch(backup.name, file);
    const migrationsDirectory = resolve('database/migrations');
    await checkArchive(file, { key: wanted.key, directory, migrationsDirectory, signal });
    log.info({ name: backup.name }, 'a test restore of a backup succeeded');
  } catch (error) {
    if (signal?.aborted) return;
    checkProblem = messageOf(error);
    log.error({ err: error, name: backup.name }, 'a test restore of a backup failed');
  } finally {
    // An aborted archive may still be writing.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  await shop.database.update(backups).set({ checkedAt: shop.now, checkProblem }).where(eq(backups.id, backup.id));
}

/** A killed process may leave unencrypted rows, which are deleted here. */
async function forgetStaging(directory: string, prefix: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory))
    if (name.startsWith(prefix)) await rm(join(directory, name), { recursive: true, force: true });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
