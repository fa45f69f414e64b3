import { useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { formatMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { remittanceSchema } from '#app/modules/payments/bank/remittance-forms.ts';
import { remittanceMessage } from '#app/modules/payments/bank/messages.ts';
import {
  listInHand,
  listRemittances,
  markInHand,
  recordRemittance,
  unsettledCash,
  undoRemittance,
  unmarkInHand,
  unsettledCashTotal,
} from '#app/modules/payments/bank/remittances.server.ts';
import { linesOfPayouts } from '#app/modules/payments/bank/statements.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/cash.ts';
import { takeChosen } from './chosen-payments.server.ts';
import { RemittanceForm, Remittances } from './remittances.tsx';

export const meta = adminMeta('Cash with couriers');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [waiting, total, remittances, inHand] = await Promise.all([
    unsettledCash(shop),
    unsettledCashTotal(shop),
    listRemittances(shop),
    listInHand(shop),
  ]);
  const bankLines = await linesOfPayouts(
    shop,
    remittances.map(({ id }) => id),
  );
  return { waiting, total, remittances, inHand, bankLines, formKey: crypto.randomUUID(), today: shop.now };
}

const form = formOf();

export const action = formAction({
  '': form({
    prepare: (_shop, body) => takeChosen(body),
    schema: remittanceSchema,
    run: (shop, remittance, _args, { chosen }) => recordRemittance(shop, { ...remittance, paymentIds: chosen }),
    done: ({ remittanceId }) => `${href('/admin/payments/cash')}?remitted=${remittanceId}`,
    refused: (refusal) => {
      const { message, field } = remittanceMessage(refusal);
      return { ...(field ? { errors: { [field]: message } } : { formError: message }), status: 400 };
    },
  }),
  'in-hand': form({
    prepare: (_shop, body) => takeChosen(body),
    /** The form also contains the fields of a remittance, which this button ignores. */
    schema: z.object({ markedAt: z.iso.datetime().optional() }),
    run: async (shop, { markedAt: undo }, _args, { chosen: ids }): Promise<Record<string, string>> => {
      if (undo) return { undone: String(await unmarkInHand(shop, new Date(undo))) };
      const { count, markedAt } = await markInHand(shop, ids);
      if (count === 0) return { refused: ids.length > 0 ? 'already-settled' : 'none-chosen' };
      return { inHand: String(count), markedAt: markedAt.toISOString() };
    },
    done: (outcome, _fields, { url }) => listAddress(href('/admin/payments/cash'), url, outcome),
    refused: {},
    back: () => href('/admin/payments/cash'),
  }),
  undo: form({
    schema: z.strictObject({ remittance: uuidSchema }),
    run: (shop, { remittance }) => undoRemittance(shop, remittance),
    done: (undone, _fields, { url }) => listAddress(href('/admin/payments/cash'), url, { undone: String(undone) }),
    refused: {},
    back: () => href('/admin/payments/cash'),
  }),
});

export default function Cash({ loaderData }: Route.ComponentProps) {
  const { waiting, total, remittances, inHand, formKey, today } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <ListHead
        title="Cash with couriers"
        count={`${countOf(total.count, 'order')} with the courier, ${formatRupees(total.amount)}`}
      />
      <Outcome />
      <section className="panel" aria-labelledby="collected">
        <div className="panel-head">
          <h2 id="collected">With the courier</h2>
          {total.count > waiting.length ? <span className="meta num">Showing the oldest {waiting.length}</span> : null}
        </div>
        {waiting.length === 0 ? (
          <EmptyState title="No cash with couriers">
            Cash on delivery orders appear here once they are delivered.
          </EmptyState>
        ) : (
          <RemittanceForm key={search.get('remitted') ?? ''} waiting={waiting} formKey={formKey} today={today} />
        )}
      </section>
      {remittances.length > 0 ? <Remittances {...loaderData} /> : null}
      {inHand.length > 0 ? <InHand inHand={inHand} /> : null}
    </>
  );
}

function Outcome() {
  const [search] = useSearchParams();
  const remitted = search.get('remitted');
  const inHand = Number(search.get('inHand'));
  if (remitted && isUuid(remitted))
    return (
      <UndoNote action={href('/admin/payments/cash')} intent="undo" undo={{ name: 'remittance', value: remitted }}>
        Remittance recorded.
      </UndoNote>
    );
  if (inHand > 0)
    return (
      <UndoNote
        action={href('/admin/payments/cash')}
        intent="in-hand"
        undo={{ name: 'markedAt', value: search.get('markedAt') ?? '' }}
      >
        Cash received for {countOf(inHand, 'order')}.
      </UndoNote>
    );
  const refused = search.get('refused');
  if (refused === 'none-chosen') return <Note tone="alert">Select the orders whose cash you have.</Note>;
  if (refused === 'already-settled')
    return <Note tone="alert">{remittanceMessage({ ok: false, reason: refused, data: undefined }).message}</Note>;
  if (search.get('undone') === '0') return <Note tone="info">Already undone.</Note>;
  return search.has('undone') ? <Note tone="done">Undone. The cash is with the courier again.</Note> : null;
}

function InHand({ inHand }: Pick<Route.ComponentProps['loaderData'], 'inHand'>) {
  return (
    <section className="panel" aria-labelledby="in-hand">
      <div className="panel-head">
        <h2 id="in-hand">Cash received</h2>
      </div>
      <ul>
        {inHand.map(({ markedAt, orders, amount, orderNumbers }) => (
          <li key={markedAt.getTime()} className="border-line border-t px-panel py-3">
            <ActionForm
              action={href('/admin/payments/cash')}
              intent="in-hand"
              className="grid grid-cols-rest-auto items-center gap-x-3"
            >
              <span className="leading-snug wrap-anywhere">
                <b className="num font-semibold">{formatRupees(amount)}</b>, {countOf(orders, 'order')}
                <span className="meta num block">
                  {formatMoment(markedAt)}: {orderNumbers.join(', ')}
                </span>
              </span>
              <Button
                look="quiet"
                name="markedAt"
                value={markedAt.toISOString()}
                aria-label={`Undo: ${formatRupees(amount)} received, ${formatMoment(markedAt)}`}
              >
                Undo
              </Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
