import { data, href, redirect } from 'react-router';
import { rupees } from '#app/basics/money.ts';
import { setMissingOrigins } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { type OpeningForm, openingForms } from '#app/modules/operations/health/forms.ts';
import { OPENING_MESSAGES } from '#app/modules/operations/health/messages.ts';
import {
  confirmBackup,
  confirmBackupKey,
  confirmMailTrial,
  confirmPolicies,
  findUnconfirmedBackupKey,
  getChecklist,
  requestMailTrial,
} from '#app/modules/operations/health/checklist.server.ts';
import { openForBuyers, setAway } from '#app/modules/store/closing/closing.server.ts';
import {
  confirmPaymentTrial,
  findPendingPayee,
  keepPayee,
  usePayeeUntested,
} from '#app/modules/operations/health/payee.server.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import { drawUpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { readIntent } from '#app/routes/admin/shared/read-intent.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/opening.ts';
import { AwayForm } from './away-form.tsx';
import { OpenShop } from './open-shop.tsx';
import { OpeningState } from './opening-state.tsx';
import { OpeningList } from './opening-list.tsx';
import { BackupSteps } from './backup-steps.tsx';
import { OpeningSteps } from './opening-steps.tsx';

export const meta = adminMeta('Opening day');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [checklist, { upi }, backups, backupKey, pending] = await Promise.all([
    getChecklist(shop),
    getSettings(shop),
    getBackupState(shop),
    findUnconfirmedBackupKey(shop),
    findPendingPayee(shop),
  ]);
  const payee = pending ?? payeeOf(upi);
  return {
    ...checklist,
    trial: payee && drawUpiPayment(payee, { amount: rupees(1), orderNumber: 'Trial of 1 rupee' }),
    waiting: pending && { paidTo: upi.address },
    sendsMail: shop.config.smtpUrl !== undefined,
    backups,
    backupKey,
  };
}

/** The fields that a refusal is about. */
const FIELDS = {
  'reference-used': 'reference',
  'wrong-code': 'code',
  'wrong-key': 'key',
  'day-over': 'until',
} as const;

/** Takes one step of the list, or opens the shop. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const read = readIntent(await request.formData(), openingForms);
  if (!read.ok) return data(read, 422);
  const taken = await take(shop, read.value);
  if (taken && !taken.ok) {
    const message = OPENING_MESSAGES[taken.reason];
    const field = FIELDS[taken.reason as keyof typeof FIELDS];
    const answer = field ? { errors: { [field]: message } } : { formError: message };
    return data({ ...answer, typed: read.typed }, 409);
  }
  return redirect(`${href('/admin/opening')}?done=${outcomeOf(read.value)}`, 303);
}

/** Under which name `DONE` says it. */
const outcomeOf = (form: OpeningForm): keyof typeof DONE =>
  form.intent === 'set-away' && form.until === null ? 'set-back' : form.intent;

async function take(shop: Shop, form: OpeningForm) {
  switch (form.intent) {
    case 'open':
      return openForBuyers(shop);
    case 'set-origin':
      return void (await setMissingOrigins(shop, form.country));
    case 'confirm-payment':
      return confirmPaymentTrial(shop, form);
    case 'use-untested':
      return usePayeeUntested(shop);
    case 'keep-payee':
      return keepPayee(shop);
    case 'confirm-policies':
      return confirmPolicies(shop);
    case 'request-mail':
      return requestMailTrial(shop);
    case 'confirm-mail':
      return confirmMailTrial(shop, form);
    case 'set-away':
      return setAway(shop, form);
    case 'confirm-backup-key':
      return confirmBackupKey(shop, form);
    case 'confirm-backup':
      return confirmBackup(shop, form);
  }
}

const DONE = {
  open: 'The shop is open. Everybody can buy now.',
  'set-origin': 'Noted of every piece that had no country.',
  'confirm-payment': 'Noted: money to your UPI address arrives.',
  'use-untested': 'Buyers pay to the new UPI address from now on.',
  'keep-payee': 'The former UPI address stays in use.',
  'confirm-policies': 'Noted: you have read your policies.',
  'request-mail': 'The mail is on its way to you. Type its code below.',
  'confirm-mail': 'Noted: mails arrive.',
  'confirm-backup-key': 'Noted: you hold the key of your backups. It isn’t shown again.',
  'confirm-backup': 'Noted: there is a backup.',
  'set-away': 'Saved. Every page says it now.',
  'set-back': 'Saved. No page says that you are away.',
};

/** What a live shop needs before anybody can buy, each with its step, and the button that opens it. */
export default function OpeningDay({ loaderData }: Route.ComponentProps) {
  const { isLive, items, isOpened, openedAt, hasOrders, hasArtworks, awayUntil } = loaderData;
  const missing = items.filter(({ isDone }) => !isDone);
  if (!isLive)
    return (
      <>
        <ListHead title="Opening day" count="This is a demo: it is always open." />
        <Done messages={DONE} />
        <section className="panel" aria-label="The list">
          <EmptyState title="Nothing to do">
            A live shop has a list here of what the law and honesty ask for before anybody can buy.
          </EmptyState>
          <AwayForm awayUntil={awayUntil} />
        </section>
      </>
    );
  return (
    <>
      <ListHead title="Opening day" count={`${items.length - missing.length} of ${items.length} done`} />
      <Done messages={DONE} />
      <OpeningState missing={missing.length} {...{ isOpened, openedAt, hasOrders, hasArtworks }} />
      <section className="panel" aria-label="The list">
        <OpeningList items={items} />
        <OpenShop items={items} isOpened={isOpened} />
        <AwayForm awayUntil={awayUntil} />
      </section>
      <OpeningSteps
        missing={missing.map(({ id }) => id)}
        trial={loaderData.trial}
        waiting={loaderData.waiting}
        sendsMail={loaderData.sendsMail}
      />
      {loaderData.backupKey !== undefined || missing.some(({ id }) => id === 'backup') ? (
        <BackupSteps backups={loaderData.backups} backupKey={loaderData.backupKey} />
      ) : null}
    </>
  );
}
