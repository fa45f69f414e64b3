import { href } from 'react-router';
import type { z } from 'zod';
import type { Refused, Result } from '#app/basics/result.ts';
import { rupees } from '#app/basics/money.ts';
import { setMissingOrigins } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { openingForms } from '#app/modules/operations/health/forms.ts';
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
import { openForBuyers } from '#app/modules/store/closing/closing.server.ts';
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
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/opening.ts';
import { PauseLink } from './pause-link.tsx';
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

const FIELDS = {
  'reference-used': 'reference',
  'wrong-code': 'code',
  'wrong-key': 'key',
} as const;

const form = formOf();

const step = <Schema extends z.ZodType>(
  schema: Schema,
  run: (
    shop: Shop,
    fields: z.output<Schema>,
  ) => Promise<Result<unknown, Refused<keyof typeof OPENING_MESSAGES>> | void>,
  done: (fields: z.output<Schema>) => keyof typeof DONE,
) =>
  form({
    prepare: (shop) => {
      ownerOnly(shop);
      return {};
    },
    schema,
    invalid: (errors) => ({ errors, status: 422 }),
    run,
    done: (_taken, fields) => `${href('/admin/opening')}?done=${done(fields)}`,
    refused: ({ reason }) => {
      const message = OPENING_MESSAGES[reason];
      const field = FIELDS[reason as keyof typeof FIELDS];
      return field ? { errors: { [field]: message } } : { formError: message };
    },
  });

export const action = formAction({
  open: step(openingForms.open, openForBuyers, () => 'open'),
  'set-origin': step(
    openingForms['set-origin'],
    async (shop, { country }) => void (await setMissingOrigins(shop, country)),
    () => 'set-origin',
  ),
  'confirm-payment': step(openingForms['confirm-payment'], confirmPaymentTrial, () => 'confirm-payment'),
  'use-untested': step(openingForms['use-untested'], usePayeeUntested, () => 'use-untested'),
  'keep-payee': step(openingForms['keep-payee'], keepPayee, () => 'keep-payee'),
  'confirm-policies': step(openingForms['confirm-policies'], confirmPolicies, () => 'confirm-policies'),
  'request-mail': step(openingForms['request-mail'], requestMailTrial, () => 'request-mail'),
  'confirm-mail': step(openingForms['confirm-mail'], confirmMailTrial, () => 'confirm-mail'),
  'confirm-backup-key': step(openingForms['confirm-backup-key'], confirmBackupKey, () => 'confirm-backup-key'),
  'confirm-backup': step(openingForms['confirm-backup'], confirmBackup, () => 'confirm-backup'),
});

const DONE = {
  open: 'Your shop is open.',
  'set-origin': 'Country saved.',
  'confirm-payment': 'UPI address confirmed.',
  'use-untested': 'Buyers now pay to the new UPI address.',
  'keep-payee': 'Buyers still pay to the previous UPI address.',
  'confirm-policies': 'Policies confirmed.',
  'request-mail': 'Test email sent. Enter its code below.',
  'confirm-mail': 'Email confirmed.',
  'confirm-backup-key': 'Backup key confirmed.',
  'confirm-backup': 'Backup confirmed.',
};

export default function OpeningDay({ loaderData }: Route.ComponentProps) {
  const { isLive, items, isOpened, openedAt, hasOrders, hasArtworks, awayUntil } = loaderData;
  const missing = items.filter(({ isDone }) => !isDone);
  if (!isLive)
    return (
      <>
        <ListHead title="Opening day" count="This is a demo: it is always open." />
        <Done messages={DONE} />
        <section className="panel" aria-label="Checklist">
          <EmptyState title="Nothing to do">In a live shop, your pre-launch checklist appears here.</EmptyState>
          <PauseLink awayUntil={awayUntil} />
        </section>
      </>
    );
  return (
    <>
      <ListHead title="Opening day" count={`${items.length - missing.length} of ${items.length} done`} />
      <Done messages={DONE} />
      <OpeningState missing={missing.length} {...{ isOpened, openedAt, hasOrders, hasArtworks }} />
      <section className="panel" aria-label="Checklist">
        <OpeningList items={items} />
        <OpenShop items={items} isOpened={isOpened} />
        <PauseLink awayUntil={awayUntil} />
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
