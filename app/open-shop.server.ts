import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { outboxOnlyEmail } from '#app/adapters/email/outbox-only.ts';
import { smtpEmail } from '#app/adapters/email/smtp.server.ts';
import { openGateways } from '#app/adapters/payment/gateways.server.ts';
import { openBreachedPasswords } from '#app/adapters/breached-passwords/breached-passwords.server.ts';
import { webPush } from '#app/adapters/push/web-push.server.ts';
import { openTexts } from '#app/adapters/text/texts.server.ts';
import { openCertificate } from '#app/adapters/certificate/certificate.server.ts';
import { bucketPlace, folderPlace } from '#app/adapters/storage/backup-places.server.ts';
import { copyFiles, openStorage } from '#app/adapters/storage/storage.server.ts';
import {
  BACKUP_KEY_FILE,
  KEY_SIGNS,
  readKey,
  UNFINISHED_RESTORE_FILE,
} from '#app/modules/operations/backups/backup.ts';
import { checkNewestBackup, getBackupState, makeDueBackup } from '#app/modules/operations/backups/backups.server.ts';
import type { Backups } from '#app/modules/operations/backups/provider.ts';
import { databaseUnreachableText } from '#app/modules/operations/health/incident.ts';
import { watchForIncidents } from '#app/modules/operations/health/incident-watch.server.ts';
import { recordPolicyVersions } from '#app/modules/store/policies/policies.server.ts';
import { findVisitor, forgetExpiredSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { renewStoredSecondFactors } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { forgetExpiredVerifications } from '#app/modules/identity/sign-in/verifications.server.ts';
import { isReadyForBuyers } from '#app/modules/operations/health/checklist.server.ts';
import { noteGatewayCredentials } from '#app/modules/operations/health/gateway-credentials.server.ts';
import { makeFirstAdmin } from '#app/modules/identity/users/admins.server.ts';
import { foldArtworkCounts } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { sweepUnmatchedReferences } from '#app/modules/payments/checkout/checkout.server.ts';
import { contactListeners } from '#app/modules/messaging/contact/listeners.server.ts';
import { closeQuietRequests } from './modules/requests/requests/answers.server.ts';
import { sweepConversationPictures, sweepInspiration } from '#app/modules/requests/requests/pictures.server.ts';
import { checkGateways, forgetWebhookBodies } from '#app/modules/payments/payments/gateways.server.ts';
import { gatewayListeners, refundListeners } from '#app/modules/payments/payments/listeners.server.ts';
import { sweepBackInStockRequests, sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { makeMissingPreviews, sweepOrphans } from '#app/modules/catalogue/media/media.server.ts';
import { makePushKeys } from '#app/modules/messaging/push/keys.server.ts';
import { removeOldNotices } from '#app/modules/messaging/push/push.server.ts';
import { countFailed } from '#app/modules/messaging/messages/messages.server.ts';
import { requestListeners } from '#app/modules/requests/requests/listeners.server.ts';
import { orderListeners } from '#app/modules/orders/orders/listeners.server.ts';
import { orderDocumentListeners } from '#app/modules/payments/invoice-documents/listeners.server.ts';
import { issueMissingInvoices } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { checkLedgerNightly } from '#app/modules/operations/health/ledger-check.server.ts';
import { noticeOverduePayments } from '#app/modules/payments/payments/overdue-payments.server.ts';
import { noticeOverdueWork } from '#app/modules/requests/calendar/overdue-work.server.ts';
import { noticeOverdueRequests } from '#app/modules/requests/requests/overdue-requests.server.ts';
import { reconcilePayments, sweepHeldOrders } from '#app/modules/payments/payments/payments.server.ts';
import { deleteOldDestinations, retryPendingRefunds } from '#app/modules/payments/payments/refunds.server.ts';
import { sweepDeletedAccounts, sweepOldRecords } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { checkCertificate, readWatch, type Watch } from '#app/modules/operations/health/watch.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { matchExactPayouts } from '#app/modules/payments/bank/statements.server.ts';
import { sweepReturnPhotos } from '#app/modules/orders/returns/returns.server.ts';
import { emailListeners, personalData } from '#app/module-lists.server.ts';
import { BadConfig, type Config } from '#app/platform/config.server.ts';
import { openDatabase, type OpenedDatabase } from '#app/platform/database/database.server.ts';
import { forgetIdleLimits } from '#app/platform/limits.server.ts';
import { type Live, openLive } from '#app/platform/live/live.server.ts';
import { log } from '#app/platform/log.server.ts';
import { countUndelivered } from '#app/platform/outbox/outbox.server.ts';
import { removeOldKeys } from '#app/platform/once.server.ts';
import { startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { openReadCache, type ReadCache } from '#app/platform/read-cache.server.ts';
import { listPlainConnections } from '#app/platform/plain-connections.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { startSweeping, type Sweep } from '#app/platform/sweeps.server.ts';

export type OpenedShop = {
  systemContext: () => Shop;
  contextFor: (headers: Headers, visitorAddress: string, requestId?: string) => Promise<Shop>;
  checkReady: () => Promise<{ ok: boolean; text: string }>;
  measure: () => Promise<{
    connections: ReturnType<OpenedDatabase['countConnections']>;
    events: Awaited<ReturnType<typeof countUndelivered>>;
    failedMessages: number;
    backups: Awaited<ReturnType<typeof getBackupState>>;
    watch: Watch;
  }>;
  live: Live;
  /** How long a CDN may cache guest pages; 0 turns caching off. */
  guestCacheMinutes: () => Promise<number>;
  /** Calls `pages` with a tag when its pages change, or without a tag when notifications may be missing. */
  listenForPageChanges: (pages: PageChanges) => Promise<() => Promise<void>>;
  stopWorking: () => Promise<void>;
  close: () => Promise<void>;
};

export type PageChanges = Pick<ReadCache, 'drop' | 'setHearing'>;

const SWEEPS: readonly Sweep[] = [
  { name: 'held orders', everyMinutes: 1, sweep: sweepHeldOrders },
  { name: 'holds at the checkout', everyMinutes: 1, sweep: sweepHolds },
  { name: 'pieces back in stock', everyMinutes: 1, sweep: sweepBackInStockRequests },
  { name: 'references nobody matched', everyMinutes: 60, sweep: sweepUnmatchedReferences },
  { name: 'payments left open', everyMinutes: 3, sweep: reconcilePayments },
  { name: 'the books', everyMinutes: 30, sweep: checkLedgerNightly },
  { name: 'pending refunds', everyMinutes: 5, sweep: retryPendingRefunds },
  { name: 'old refund destinations', everyMinutes: 60, sweep: deleteOldDestinations },
  { name: 'gateway differences', everyMinutes: 60, sweep: checkGateways },
  { name: 'payouts in the bank', everyMinutes: 60, sweep: matchExactPayouts },
  { name: 'old webhooks', everyMinutes: 60, sweep: forgetWebhookBodies },
  { name: 'counts of artworks', everyMinutes: 10, sweep: foldArtworkCounts },
  { name: 'orphaned pictures', everyMinutes: 60, sweep: sweepOrphans },
  { name: 'previews', everyMinutes: 5, sweep: makeMissingPreviews },
  { name: 'missing invoices', everyMinutes: 10, sweep: issueMissingInvoices },
  { name: 'unsent inspiration', everyMinutes: 60, sweep: sweepInspiration },
  { name: 'quiet requests', everyMinutes: 60, sweep: closeQuietRequests },
  { name: 'unsent commission pictures', everyMinutes: 60, sweep: sweepConversationPictures },
  { name: 'unsent return photos', everyMinutes: 60, sweep: sweepReturnPhotos },
  { name: 'idle limits', everyMinutes: 60, sweep: forgetIdleLimits },
  { name: 'old idempotency keys', everyMinutes: 60, sweep: removeOldKeys },
  { name: 'expired sessions', everyMinutes: 60, sweep: forgetExpiredSessions },
  { name: 'expired links and codes', everyMinutes: 60, sweep: forgetExpiredVerifications },
  { name: 'second factors under the present secret', everyMinutes: 60, sweep: renewStoredSecondFactors },
  { name: 'accounts to delete', everyMinutes: 60, sweep: sweepDeletedAccounts },
  { name: 'old requests and messages', everyMinutes: 60, sweep: sweepOldRecords },
  { name: 'versions of the policies', everyMinutes: 1, sweep: recordPolicyVersions },
  { name: 'backups', everyMinutes: 1, sweep: makeDueBackup },
  { name: 'overdue requests', everyMinutes: 15, sweep: noticeOverdueRequests },
  { name: 'overdue work', everyMinutes: 15, sweep: noticeOverdueWork },
  { name: 'overdue payments', everyMinutes: 15, sweep: noticeOverduePayments },
  { name: 'old notices', everyMinutes: 60, sweep: removeOldNotices },
  { name: 'certificate', everyMinutes: 5, sweep: checkCertificate },
  { name: 'backups tried', everyMinutes: 60, sweep: checkNewestBackup },
];

/**
 * Opens the shop. `given` is an open database for tests. `isAnswering` delays background work while visitors wait for
 * answers.
 */
export async function openShop(
  settings: Config,
  given?: OpenedDatabase,
  isAnswering?: () => boolean,
): Promise<OpenedShop> {
  if (existsSync(join(settings.dataDirectory, UNFINISHED_RESTORE_FILE)))
    throw new BadConfig('A restore was interrupted. Run npm run restore with the same address again.');
  const config = {
    ...settings,
    sessionSecret: settings.sessionSecret ?? (await readOrMakeSecret(settings.dataDirectory)),
  };
  if (config.mode === 'live')
    for (const plain of listPlainConnections(config)) log.warn(plain, 'what goes to another machine isn’t encrypted');
  const opened = given ?? (await openDatabase({ ...config, migrationsDirectory: resolve('database/migrations'), log }));
  const mail = config.smtpUrl ? smtpEmail({ url: config.smtpUrl, from: config.mailFrom }) : undefined;
  const suppliers: Shop['suppliers'] = {
    email: mail ?? outboxOnlyEmail,
    ...openTexts(config),
    push: webPush(config),
    isReadyForBuyers,
    personalData,
    payment: openGateways(config, (about, message) => log.warn(about, message)),
    storage: await openStorage(config),
    backups: await openBackups(config),
    copyPictures: (directory) => copyFiles(config, directory),
    breachedPasswords: openBreachedPasswords(config),
    readCertificate: openCertificate(config),
    ...(config.mode === 'demo' && {
      fallbackArtworks: async () => (await import('#samples/catalogue/sample-artworks.ts')).sampleCatalogue(),
    }),
  };
  const readCache = openReadCache();
  const stopListening = await listenForChanges(opened, readCache);
  const systemContext = (): Shop => ({
    database: opened.database,
    actor: { kind: 'shop' },
    now: new Date(),
    visitorAddress: 'the shop',
    config,
    suppliers,
    readCache,
  });

  const watch = await watchForIncidents(systemContext, () => opened.ping());
  await makeFirstAdmin(systemContext());
  await noteGatewayCredentials(systemContext());
  await recordPolicyVersions(systemContext());
  await makePushKeys(systemContext());
  if (config.mode === 'demo' && !given) {
    // The sample is imported here, because a live shop never loads it.
    const { fillSampleShop } = await import('#samples/sample-shop.ts');
    if (await fillSampleShop(systemContext())) log.info('the sample shop was filled in');
  }

  const live = await openLive({ listen: opened.listen, log });
  const worker = await startOutboxWorker({
    shopFor: systemContext,
    listeners: [
      ...orderListeners,
      ...gatewayListeners,
      ...refundListeners,
      ...orderDocumentListeners,
      ...requestListeners,
      ...contactListeners,
      ...emailListeners,
    ],
    log,
    listen: opened.listen,
    ...(isAnswering && { isAnswering }),
  });
  const stopSweeping = startSweeping(systemContext, SWEEPS);
  let stopped: Promise<unknown> | undefined;
  const stopWorking = async () => {
    await (stopped ??= Promise.all([stopSweeping(), worker.stop()]));
  };
  return {
    systemContext,
    contextFor: async (headers, visitorAddress, requestId) => {
      const shop = { ...systemContext(), visitorAddress, ...(requestId !== undefined && { requestId }) };
      return { ...shop, actor: await findVisitor(shop, headers) };
    },
    checkReady: async () => {
      const isThere = await opened.ping();
      watch.noteAnswer(isThere);
      return isThere
        ? { ok: true, text: 'ready' }
        : { ok: false, text: databaseUnreachableText(watch.databaseAwaySince() ?? new Date()) };
    },
    measure: async () => {
      const shop = systemContext();
      return {
        connections: opened.countConnections(),
        events: await countUndelivered(shop),
        failedMessages: await countFailed(shop),
        backups: await getBackupState(shop),
        watch: await readWatch(shop),
      };
    },
    live,
    guestCacheMinutes: async () => (await getSettings(systemContext())).cdn.maxAgeMinutes,
    listenForPageChanges: (pages) => listenForChanges(opened, pages),
    stopWorking,
    close: async () => {
      await watch.stop();
      await Promise.all([stopWorking(), live.close(), stopListening()]);
      mail?.close();
      if (!given) await opened.close();
    },
  };
}

/** The triggers of migration 0036 send the notifications. An empty payload means that notifications may be missing. */
const listenForChanges = ({ listen }: OpenedDatabase, cache: PageChanges) =>
  listen(
    'pages',
    (tag) => (tag === '' ? cache.setHearing(true) : cache.drop(tag)),
    () => cache.setHearing(false),
  );

async function openBackups(config: Config): Promise<Backups | undefined> {
  const { backupDirectory: directory, backupKey, backupS3, dataDirectory } = config;
  if (directory === undefined) return undefined;
  const file = join(dataDirectory, BACKUP_KEY_FILE);
  return {
    key: readKey(backupKey ?? (await readOrMake(file, readKey(readableCode(KEY_SIGNS)), { minLength: 20 }))),
    directory,
    places: [folderPlace(directory), ...(backupS3 ? [await bucketPlace(backupS3)] : [])],
  };
}

/** Returns a demo's own secret, which is created at its first start (T26). */
async function readOrMakeSecret(dataDirectory: string): Promise<string> {
  return readOrMake(join(dataDirectory, 'session-secret'), randomBytes(32).toString('base64url'), {
    minLength: 32,
    remedy: 'delete it; everyone has to sign in again',
  });
}

async function readOrMake(
  file: string,
  made: string,
  {
    minLength,
    remedy = 'write the key from your printout into it, or delete it to create a new one',
  }: { minLength: number; remedy?: string },
): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const isNew = await writeFile(file, made, { mode: 0o600, flag: 'wx', flush: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  const secret = isNew ? made : (await readFile(file, 'utf8')).trim();
  if (secret.length < minLength) throw new Error(`${file} is damaged: ${remedy}`);
  return secret;
}
