import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { comparableGateways } from '#app/modules/payments/payments/gateways.server.ts';
import {
  gatewayChecks,
  gatewayDifferences,
  paymentOrders,
  webhookEvents,
} from '#app/modules/payments/payments/tables.server.ts';
import { lastLedgerCheck } from './ledger-check.server.ts';
import { log } from '#app/platform/log.server.ts';
import { ownerOnly, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import './provider.ts';
import { certificateChecks } from './tables.server.ts';
import {
  type CertificateCheck,
  DIFFERENCES_SHOWN_FOR_MS,
  type Disk,
  type GatewayErrors,
  isCertificateCheckDue,
  UNCOMPARED_AFTER_MS,
  UNHANDLED_AFTER_MS,
  type Warning,
  ledgerWarning,
  certificateWarning,
  diskWarning,
  gatewayWarning,
} from './watch.ts';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskStateOf, freeBytesOf } from '#app/platform/database/upkeep.server.ts';

export type Watch = {
  warnings: Warning[];
  certificate: CertificateCheck | undefined;
  disks: Disk[];
  gateways: GatewayErrors[];
};

export async function readWatch(shop: Shop): Promise<Watch> {
  ownerOnly(shop);
  const { dataDirectory, databaseUrl, backupDirectory } = shop.config;
  const [certificate, disks, gateways, backups, books] = await Promise.all([
    findCertificateCheck(shop),
    readDisks({ data: dataDirectory, backups: backupDirectory }),
    readGatewayErrors(shop),
    getBackupState(shop),
    lastLedgerCheck(shop),
  ]);
  const newestBackupBytes = backups?.newest?.bytes;
  const warnings = [
    certificateWarning(certificate, shop.now),
    ...disks.map((disk) => diskWarning(disk, { isEmbedded: databaseUrl === undefined, newestBackupBytes })),
    gatewayWarning(gateways),
    ledgerWarning(books?.differences.length ?? 0),
  ].filter((warning) => warning !== undefined);
  return { warnings, certificate, disks, gateways };
}

/** Reads the certificate if a check is due. Does nothing in a demo or without https. */
export async function checkCertificate(shop: Shop): Promise<void> {
  shopOnly(shop);
  const { readCertificate } = shop.suppliers;
  if (!readCertificate) return;
  const last = await findCertificateCheck(shop);
  if (!isCertificateCheckDue(last, shop.now)) return;
  const found = await readCertificate().then(
    ({ problem, ...dates }) => ({ ...dates, problem: problem === '' ? null : ('invalid' as const), detail: problem }),
    (error: NodeJS.ErrnoException) => ({
      validFrom: last?.validFrom ?? null,
      validUntil: last?.validUntil ?? null,
      problem: 'unreadable' as const,
      detail: error.code ?? error.message,
    }),
  );
  const check: CertificateCheck = {
    ...found,
    address: shop.config.shopUrl,
    failingSince: found.problem && (last?.failingSince ?? shop.now),
    checkedAt: shop.now,
  };
  if (found.problem) log.warn({ problem: found.problem, detail: found.detail }, 'the certificate is not valid');
  await shop.database
    .insert(certificateChecks)
    .values(check)
    .onConflictDoUpdate({ target: certificateChecks.id, set: check });
}

async function findCertificateCheck({ database, config, suppliers }: Shop): Promise<CertificateCheck | undefined> {
  if (!suppliers.readCertificate) return undefined;
  const [check] = await database.select().from(certificateChecks).where(eq(certificateChecks.address, config.shopUrl));
  return check;
}

async function readGatewayErrors(shop: Shop): Promise<GatewayErrors[]> {
  const { database, now } = shop;
  const gateways = comparableGateways(shop);
  if (gateways.length === 0) return [];
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const isOf = (provider: typeof webhookEvents.provider | typeof gatewayDifferences.provider) =>
    sql`${provider} = gateway.name`;
  // A webhook can no longer be handled when its body is deleted.
  const isUnhandled = and(
    isOf(webhookEvents.provider),
    isNull(webhookEvents.handledAt),
    isNotNull(webhookEvents.answer),
    lt(webhookEvents.receivedAt, before(UNHANDLED_AFTER_MS)),
  );
  const isOpen = and(
    isOf(gatewayDifferences.provider),
    eq(gatewayDifferences.completed, false),
    gte(gatewayDifferences.day, dayInIndia(before(DIFFERENCES_SHOWN_FOR_MS))),
  );
  const since = before(UNCOMPARED_AFTER_MS);
  const names = sql.join(
    gateways.map((name) => sql`(${name}::text)`),
    sql`, `,
  );
  return database
    .select({
      gateway: sql<Gateway>`gateway.name`,
      webhooks: database.$count(webhookEvents, isUnhandled),
      differences: database.$count(gatewayDifferences, isOpen),
      isUncompared: sql<boolean>`not exists (
          select from ${gatewayChecks}
          where ${gatewayChecks.provider} = gateway.name and ${gatewayChecks.checkedAt} >= ${since})
        and exists (
          select from ${paymentOrders}
          where ${paymentOrders.provider} = gateway.name and ${paymentOrders.createdAt} < ${since})`,
    })
    .from(sql`(values ${names}) gateway (name)`);
}

const ANSWERS_WITHIN_MS = 2_000;

type FreeSpace = { device: number; freeBytes: number };
type Unreadable = { problem: string };

/** An unresponsive network share must block one thread, not one per request. */
const reading = new Map<string, Promise<FreeSpace>>();

/** Returns the free space for both folders, in one entry if they share a disk. */
export async function readDisks({ data, backups }: { data: string; backups: string | undefined }): Promise<Disk[]> {
  if (backups === undefined) return [diskOf(data, ['data'], await readFreeSpace(data))];
  const [ofData, ofBackups] = await Promise.all([readFreeSpace(data), readFreeSpace(backups)]);
  return 'device' in ofData && 'device' in ofBackups && ofData.device === ofBackups.device
    ? [diskOf(data, ['data', 'backups'], ofData)]
    : [diskOf(data, ['data'], ofData), diskOf(backups, ['backups'], ofBackups)];
}

const diskOf = (directory: string, holds: Disk['holds'], found: FreeSpace | Unreadable): Disk =>
  'problem' in found
    ? { directory, holds, problem: found.problem }
    : { directory, holds, freeBytes: found.freeBytes, state: diskStateOf(found.freeBytes) };

async function readFreeSpace(directory: string): Promise<FreeSpace | Unreadable> {
  let running = reading.get(directory);
  if (!running) {
    running = findFreeSpace(directory).finally(() => reading.delete(directory));
    reading.set(directory, running);
  }
  const waiting = new AbortController();
  try {
    return await Promise.race([
      running,
      wait(ANSWERS_WITHIN_MS, { problem: 'no answer' }, { signal: waiting.signal, ref: false }),
    ]);
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    waiting.abort();
  }
}

/** For a missing folder, returns the free space of the disk where it would be. */
async function findFreeSpace(directory: string): Promise<FreeSpace> {
  try {
    const [{ dev: device }, freeBytes] = await Promise.all([stat(directory), freeBytesOf(directory)]);
    return { device, freeBytes };
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== directory) return findFreeSpace(parent);
    throw error;
  }
}
