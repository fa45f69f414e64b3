import { createHash, createHmac } from 'node:crypto';
import { and, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { areBackupsSound } from '#app/modules/operations/backups/backups.server.ts';
import { readKey } from '#app/modules/operations/backups/backup.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { SAMPLE_IDS } from '#app/modules/catalogue/artworks/artwork.ts';
import { SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { readPoliciesInForce } from '#app/modules/store/policies/policies.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { ownerOnly, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { isReady, type ListedItem, listOpening, type OpeningFacts } from './checklist.ts';
import { isAway } from '#app/modules/store/closing/closing.ts';
import { type CheckedItem, noteCheck } from './internal/checks.server.ts';
import { selectOpening } from '#app/modules/store/closing/closing.server.ts';
import { openingChecks } from './tables.server.ts';

export const isReadyForBuyers = async (shop: Shop): Promise<boolean> =>
  isReady(await readFacts(shop, await getSettings(shop)));

/** Returns what must be complete before the shop opens. Returns nothing in a demo. Owners only. */
export async function getChecklist(shop: Shop): Promise<{
  isLive: boolean;
  items: ListedItem[];
  isOpened: boolean;
  openedAt: Date | null;
  hasOrders: boolean;
  awayUntil: string | null;
  hasArtworks: boolean;
}> {
  ownerOnly(shop);
  const isLive = shop.config.mode === 'live';
  const settings = await getSettings(shop);
  const { until } = settings.away;
  const { openedAt, firstOrderAt } = await selectOpening(shop);
  return {
    isLive,
    items: isLive ? listOpening(await readFacts(shop, settings)) : [],
    isOpened: openedAt !== null,
    openedAt,
    hasOrders: firstOrderAt !== null,
    awayUntil: isAway(until, dayInIndia(shop.now)) ? until : null,
    hasArtworks: !isLive || (await hasPublished(shop)),
  };
}

async function hasPublished({ database }: Shop): Promise<boolean> {
  const found = await database.select({ id: artworks.id }).from(artworks).where(isPublished).limit(1);
  return found.length > 0;
}

/** Emails a code to test the mail server. Refused without a mail server. */
export async function requestMailTrial(shop: Shop): Promise<Result<undefined, Refused<'no-mail-server', undefined>>> {
  ownerOnly(shop);
  if (describeMailServer(shop) === undefined) return refused('no-mail-server');
  await announce(shop, 'opening.mail-trial-requested', { userId: signedIn(shop).userId });
  return done();
}

/** The code depends on the owner and the mail server. Only for background jobs. */
export function mailTrialCode(shop: Shop, userId: string): string {
  shopOnly(shop);
  return codeOf(shop, userId, sessionSecrets(shop)[0]);
}

export async function confirmMailTrial(
  shop: Shop,
  { code }: { code: string },
): Promise<Result<undefined, Refused<'no-mail-server' | 'wrong-code', undefined>>> {
  ownerOnly(shop);
  const server = describeMailServer(shop);
  if (server === undefined) return refused('no-mail-server');
  const { userId } = signedIn(shop);
  if (!sessionSecrets(shop).some((secret) => code === codeOf(shop, userId, secret))) return refused('wrong-code');
  await noteCheck(shop, { item: 'mail', subject: server });
  return done();
}

export async function confirmPolicies(shop: Shop): Promise<void> {
  ownerOnly(shop);
  await noteCheck(shop, { item: 'policies', subject: await digestPolicies(shop) });
}

/** Records the owner's statement that a backup exists. Only for owners and background jobs. */
export async function confirmBackup(shop: Shop, { note }: { note: string }): Promise<void> {
  ownerOnly(shop);
  await noteCheck(shop, { item: 'backup', subject: '', note });
}

/** Returns the backup key until the owner has confirmed saving it; undefined from then on. */
export async function findUnconfirmedBackupKey(shop: Shop): Promise<string | undefined> {
  ownerOnly(shop);
  const key = shop.suppliers.backups?.key;
  if (key === undefined) return undefined;
  const confirmed = await shop.database.$count(
    openingChecks,
    and(eq(openingChecks.item, 'backup'), eq(openingChecks.subject, fingerprintKey(key))),
  );
  return confirmed > 0 ? undefined : key;
}

export async function confirmBackupKey(
  shop: Shop,
  { key: typed }: { key: string },
): Promise<Result<undefined, Refused<'no-backups' | 'wrong-key', undefined>>> {
  ownerOnly(shop);
  const key = shop.suppliers.backups?.key;
  if (key === undefined) return refused('no-backups');
  if (readKey(typed) !== key) return refused('wrong-key');
  await noteCheck(shop, { item: 'backup', subject: fingerprintKey(key) });
  return done();
}

/** The same rule as `missingSkinCareFacts`, in SQL. */
const LACKS_SKIN_CARE_FACTS = and(
  eq(artworks.medium, 'handcraft'),
  eq(sql`lower(${artworks.category})`, SKIN_CARE_CATEGORY.toLowerCase()),
  or(
    eq(artworks.maker, ''),
    eq(artworks.netQuantity, ''),
    isNull(artworks.mrp),
    eq(artworks.bestBefore, ''),
    eq(artworks.licenceNumber, ''),
  ),
);
const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;

// Not filtered by owner: counts accounts, and shows owners the owners' names.
async function readFacts(shop: Shop, settings: Settings): Promise<OpeningFacts> {
  const [counts] = await shop.database
    .select({
      withoutOrigin: countWhere(and(isPublished, eq(artworks.countryOfOrigin, ''))),
      incompleteSkinCare: countWhere(and(isPublished, LACKS_SKIN_CARE_FACTS)),
      sampleArtworks: countWhere(inArray(artworks.id, SAMPLE_IDS)),
    })
    .from(artworks);
  const checks = await shop.database
    .select({ item: openingChecks.item, subject: openingChecks.subject })
    .from(openingChecks);
  const isChecked = (item: CheckedItem, subject: string | null | undefined) =>
    checks.some((each) => each.item === item && each.subject === subject);
  const [accounts] = await shop.database
    .select({
      ownersWithoutSecondFactor: sql<string[]>`coalesce(array_agg(${userProfiles.name} order by ${userProfiles.name})
        filter (where ${userProfiles.isAdmin} and ${userProfiles.adminRole} = 'owner' and not ${authUsers.twoFactorEnabled}), '{}')`,
      sampleAccounts: countWhere(like(authUsers.email, '%@bisvar.example')),
    })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(isNull(userProfiles.deactivatedAt), isNull(userProfiles.anonymisedAt)));
  return {
    settings,
    ...counts!,
    ...accounts!,
    isUpiTried: isChecked('payment', payeeOf(settings.upi)?.address),
    isGatewayTried: await isGatewayTried(shop, settings),
    arePoliciesRead: isChecked('policies', await digestPolicies(shop)),
    isMailTried: isChecked('mail', describeMailServer(shop)),
    ...(await readBackupFacts(shop, (subject) => isChecked('backup', subject))),
  };
}

/** The owner confirms manual backups; a check confirms automatic ones. */
async function readBackupFacts(
  shop: Shop,
  isChecked: (subject: string) => boolean,
): Promise<Pick<OpeningFacts, 'isBackedUp' | 'backupLack'>> {
  const key = shop.suppliers.backups?.key;
  if (isChecked('') || key === undefined) return { isBackedUp: isChecked('') };
  const backupLack = !isChecked(fingerprintKey(key))
    ? 'key'
    : (await areBackupsSound(shop))
      ? undefined
      : 'sound-backup';
  return { isBackedUp: backupLack === undefined, backupLack };
}

// Not filtered by owner: returns only whether a payment exists.
async function isGatewayTried(shop: Shop, { paymentMethods }: Settings): Promise<boolean> {
  const offered = GATEWAYS.filter((gateway) => paymentMethods.includes(gateway) && shop.suppliers.payment[gateway]);
  if (offered.length === 0) return false;
  const paid = await shop.database
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.source, 'gateway'), inArray(orders.paymentMethod, offered)))
    .limit(1);
  return paid.length > 0;
}

/** The owner must read changed policies again, so their digest is stored. */
const digestPolicies = async (shop: Shop): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await readPoliciesInForce(shop)))
    .digest('hex');

const fingerprintKey = (key: string): string => `key ${createHash('sha256').update(key).digest('hex')}`;

function describeMailServer({ config }: Shop): string | undefined {
  if (config.smtpUrl === undefined) return undefined;
  const { hostname, port, username } = new URL(config.smtpUrl);
  return [hostname, port, username, config.mailFrom].join(' ');
}

function codeOf(shop: Shop, userId: string, secret: string): string {
  const key = `mail trial ${userId} ${describeMailServer(shop)}`;
  const digest = createHmac('sha256', secret).update(key).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
}
