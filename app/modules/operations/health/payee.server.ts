import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { isOwnPassword, type WrongPassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { UpiPayee } from '#app/modules/store/settings/payee.ts';
import {
  changeSettings,
  getSettingsToChange,
  type SettingVersions,
} from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { proveSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import type { TooManyAttempts } from '#app/modules/identity/sign-in/attempts.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { noteCheck } from './internal/checks.server.ts';
import { selectOpening } from '#app/modules/store/closing/closing.server.ts';
import { openingChecks, payeeChanges } from './tables.server.ts';

type Upi = Settings['upi'];
type Changed = Result<
  { isPending: boolean },
  WrongPassword | TooManyAttempts | Refused<'wrong-code'> | Refused<'second-factor-unreadable'> | Stale
>;

/**
 * Saves settings. A new UPI payee needs password and second factor, and every owner gets an email. In an open live
 * shop, the new payee takes effect after a trial payment.
 */
export async function changeOwnerSettings(
  shop: Shop,
  {
    patch,
    seen,
    proof,
  }: {
    patch: Partial<Settings>;
    seen: Partial<SettingVersions>;
    proof: { password: string; code: string };
  },
  browser: Headers,
): Promise<Changed> {
  const { upi: current } = (await getSettingsToChange(shop)).settings;
  const { upi, ...others } = patch;
  if (!upi || isSamePayee(upi, current)) {
    const saved = await changeSettings(shop, patch, seen);
    return saved.ok ? done({ isPending: false }) : saved;
  }
  const right = await isOwnPassword(shop, proof.password);
  if (!right.ok) return right;
  const second = await proveSecondFactor(shop, proof.code, browser);
  if (!second.ok) return second;
  const changed = await inTransaction(shop, async (shop): Promise<Changed> => {
    const isPending = upi.address !== null && (await isOpenLive(shop));
    const saved = await changeSettings(shop, isPending ? others : patch, seen);
    if (!saved.ok) return saved;
    await endPending(shop);
    const change = {
      askedBy: actorId(shop),
      askedAt: shop.now,
      endedAt: isPending ? null : shop.now,
    };
    const [asked] = await shop.database
      .insert(payeeChanges)
      .values({ ...upi, ...change })
      .returning({ id: payeeChanges.id });
    const changeId = asked!.id;
    await audit(shop, {
      action: 'payee.ask',
      table: 'payee_changes',
      id: changeId,
      before: current,
      after: upi,
    });
    await announce(shop, 'opening.payee-changed', { changeId });
    return done({ isPending });
  });
  shop.readCache?.drop('settings');
  return changed;
}

/** Returns the new payee whose trial payment is not confirmed yet. Owners only. */
export async function findPendingPayee(shop: Shop): Promise<UpiPayee | undefined> {
  ownerOnly(shop);
  const [pending] = await selectPending(shop);
  return (
    pending && {
      ...pending,
      address: pending.address!,
      name: pending.name ?? '',
    }
  );
}

/** Confirms that ₹1 reached the pending UPI address. Refuses a reference already in use. Owners only. */
export async function confirmPaymentTrial(
  shop: Shop,
  { reference }: { reference: string },
): Promise<Result<undefined, Refused<'no-payee' | 'reference-used', undefined>>> {
  ownerOnly(shop);
  const confirmed = await inTransaction(
    shop,
    async (shop): Promise<Result<undefined, Refused<'no-payee' | 'reference-used', undefined>>> => {
      const address = (await findPendingPayee(shop))?.address ?? (await getSettingsToChange(shop)).settings.upi.address;
      if (address === null) return refused('no-payee');
      if (!(await isNewReference(shop, reference, address))) return refused('reference-used');
      await usePending(shop);
      await noteCheck(shop, {
        item: 'payment',
        subject: address,
        note: reference,
      });
      return done();
    },
  );
  shop.readCache?.drop('settings');
  return confirmed;
}

export async function usePayeeUntested(shop: Shop): Promise<void> {
  ownerOnly(shop);
  await inTransaction(shop, async (shop) => {
    const address = await usePending(shop);
    if (address !== undefined)
      await noteCheck(shop, {
        item: 'payment',
        subject: address,
        note: 'Used untested',
      });
  });
  shop.readCache?.drop('settings');
}

/** Cancels the pending UPI address, so the current one stays. Owners only. */
export async function keepPayee(shop: Shop): Promise<void> {
  ownerOnly(shop);
  await inTransaction(shop, async (shop) => {
    const ended = await endPending(shop);
    if (ended)
      await audit(shop, {
        action: 'payee.keep',
        table: 'payee_changes',
        id: ended.id,
        before: ended,
      });
  });
}

/** Returns a change of payee and who made the change, for the email. Only for background jobs and commands. */
export async function describePayeeChange(shop: Shop, changeId: string) {
  shopOnly(shop);
  const [change] = await shop.database
    .select({
      address: payeeChanges.address,
      endedAt: payeeChanges.endedAt,
      by: userProfiles.name,
    })
    .from(payeeChanges)
    .leftJoin(userProfiles, eq(userProfiles.id, payeeChanges.askedBy))
    .where(eq(payeeChanges.id, changeId));
  return (
    change && {
      address: change.address,
      by: change.by ?? 'somebody',
      isPending: change.endedAt === null,
    }
  );
}

const isSamePayee = (one: Upi, other: Upi): boolean => one.address === other.address && one.name === other.name;

const isOpenLive = async (shop: Shop): Promise<boolean> =>
  shop.config.mode === 'live' && (await selectOpening(shop)).openedAt !== null;

const PENDING = {
  id: payeeChanges.id,
  address: payeeChanges.address,
  name: payeeChanges.name,
  isMerchant: payeeChanges.isMerchant,
};

const selectPending = ({ database }: Shop) =>
  database.select(PENDING).from(payeeChanges).where(isNull(payeeChanges.endedAt)).limit(1);

async function endPending(shop: Shop) {
  const [ended] = await shop.database
    .update(payeeChanges)
    .set({ endedAt: shop.now })
    .where(isNull(payeeChanges.endedAt))
    .returning(PENDING);
  return ended;
}

async function usePending(shop: Shop): Promise<string | undefined> {
  const pending = await endPending(shop);
  if (!pending) return undefined;
  const { address, name, isMerchant } = pending;
  const saved = await changeSettings(shop, {
    upi: { address, name, isMerchant },
  });
  if (!saved.ok) throw new Error('A change without versions was refused');
  return address!;
}

// Not filtered by owner: returns only whether the reference is in use.
async function isNewReference(shop: Shop, reference: string, address: string): Promise<boolean> {
  const [used] = await shop.database
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(or(eq(orders.paymentReferenceId, reference), eq(payments.referenceId, reference)))
    .limit(1);
  const trials = await shop.database
    .select({ address: openingChecks.subject })
    .from(openingChecks)
    .where(and(eq(openingChecks.item, 'payment'), eq(openingChecks.note, reference)));
  if (used || trials.some((trial) => trial.address !== address && trial.address !== referenceSubject(reference)))
    return false;
  const [claimed] = await shop.database
    .insert(openingChecks)
    .values({
      item: 'payment',
      subject: referenceSubject(reference),
      note: address,
      checkedBy: actorId(shop),
      checkedAt: shop.now,
    })
    .onConflictDoUpdate({
      target: [openingChecks.item, openingChecks.subject],
      set: { note: sql`${openingChecks.note}` },
      setWhere: eq(openingChecks.note, address),
    })
    .returning({ subject: openingChecks.subject });
  return claimed !== undefined;
}

const referenceSubject = (reference: string): string => `reference ${reference}`;
