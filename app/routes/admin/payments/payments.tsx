import { useMemo, useState } from 'react';
import { Link, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { dayInIndia } from '#app/basics/india.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import {
  listPayments,
  claimsToConfirm,
  listPaidInFull,
  ordersToSettle,
  paymentTotals,
} from '#app/modules/payments/payments/payments.server.ts';
import { countRefundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { matchStatement, orderNumbersIn } from '#app/modules/payments/bank/match.ts';
import {
  findTaker,
  type Imported,
  importStatement,
  openLines,
  openPayouts,
  settledDays,
} from '#app/modules/payments/bank/statements.server.ts';
import { findNames } from '#app/modules/payments/bank/named-orders.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf } from '#app/routes/admin/shared/list-search.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { fieldId } from '#app/ui/kit/field.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/payments.ts';
import { findConfirmed } from './confirmed.server.ts';
import { DIVIDE } from './divide-line.ts';
import { divideForm } from './divide-line.server.ts';
import { lineForms } from './line-forms.server.ts';
import { DismissedLines } from './dismissed-lines.tsx';
import { Outcome } from './outcome.tsx';
import { takeStatement } from './statement-form.server.ts';
import { RestLines } from './rest-lines.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { Totals } from './totals.tsx';
import { ToConfirm } from './unmatched.tsx';
import { useStatement } from './use-statement.ts';
import { sortedRows, useConfirmedRows, type WaitingRow } from './waiting-rows.ts';
import { PaymentTable } from './all-payments.tsx';

export const meta = adminMeta('Payments');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [totals, owed, waiting, toSettle, paid, open, payouts, page] = await Promise.all([
    paymentTotals(shop),
    countRefundsOwed(shop),
    claimsToConfirm(shop),
    ordersToSettle(shop),
    listPaidInFull(shop),
    openLines(shop),
    openPayouts(shop),
    listPayments(shop, {
      ...listQuery(url),
      verification: oneOf(VERIFICATIONS, url.searchParams.get('verification')),
    }),
  ]);
  const ids = page.payments.map(({ id }) => id);
  const taken = url.searchParams.get('taken');
  const [names, settled, taker, confirmed] = await Promise.all([
    findNames(shop, open.lines),
    settledDays(shop, ids),
    taken && isUuid(taken) ? findTaker(shop, taken) : undefined,
    findConfirmed(shop, url),
  ]);
  const payments = page.payments.map((payment) => ({ ...payment, settledOn: settled.get(payment.id) }));
  const keys = { agree: crypto.randomUUID(), divide: crypto.randomUUID() };
  return {
    totals,
    owed,
    waiting,
    toSettle,
    paid,
    open,
    payouts,
    names,
    taker,
    confirmed,
    page: { ...page, payments },
    keys,
    today: shop.now,
  };
}

const form = formOf();

export const action = formAction({
  '': form({
    prepare: takeStatement,
    schema: z.object({}),
    run: async (shop, _fields, _args, { text, noText }) => ({ ...(await importStatement(shop, text)), noText }),
    done: (imported) => ({ ok: true, imported }),
    refused: {},
  }),
  [DIVIDE]: divideForm,
  ...lineForms,
});

export type SharedAnswer = FormAnswer & { shared?: string };
type ImportAnswer = FormAnswer & { imported?: Imported & { noText: boolean } };

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { totals, waiting, toSettle, paid, open, payouts, names, taker, confirmed, page, owed, keys, today } =
    loaderData;
  const [search] = useSearchParams();
  const [text, setText] = useState((actionData as SharedAnswer | undefined)?.shared ?? '');
  const read = useStatement(text);
  const stored = useMemo(() => new Set(open.lines.map((line) => line.fingerprint)), [open.lines]);
  const used = useMemo(() => new Set(open.used.map((line) => line.fingerprint)), [open.used]);
  const dismissed = useMemo(() => new Set(open.dismissed.map((line) => line.fingerprint)), [open.dismissed]);
  const known = [stored, used, dismissed];
  const pasted = read?.lines.filter((line) => !known.some((lines) => lines.has(line.fingerprint))) ?? [];
  const countPasted = (among: ReadonlySet<string>) =>
    read?.lines.filter((line) => among.has(line.fingerprint)).length ?? 0;
  // The server has checked the order numbers only of stored bank lines.
  const namesOf = (line: StatementLine) =>
    stored.has(line.fingerprint) ? (names.get(line.fingerprint)?.all ?? []) : orderNumbersIn(line);
  const matching = matchStatement(waiting, [...open.lines, ...pasted], { matchedBefore: open.used, namesOf });
  const isStored = (line: StatementLine) => stored.has(line.fingerprint);
  const statementToSend = (lines: StatementLine[]) => (lines.every(isStored) ? '' : text);
  const rows = sortedRows(waiting, matching);
  const imported = useImported(actionData, text, setText);
  const coversDay = coverageOf([...open.lines, ...open.used], read?.lines ?? []);
  const { shown, keep } = useConfirmedRows(waiting, rows, confirmed);
  return (
    <>
      <ListHead title="Payments" count={<RefundsLink owed={owed} />}>
        <PasteLink />
      </ListHead>
      <Outcome
        search={search}
        confirmed={confirmed}
        taker={taker}
        isAsking={waiting.some(({ id }) => id === search.get('reject'))}
      />
      <PaymentTable
        page={page}
        waitingCount={waiting.length}
        waiting={
          <ToConfirm
            rows={rows}
            shown={shown}
            onSent={keep}
            dismissed={open.dismissed}
            statementToSend={statementToSend}
            coversDay={coversDay}
          />
        }
      />
      <StatementPanel
        text={text}
        onText={setText}
        onSend={imported.onSend}
        read={read}
        imported={imported.answer}
        hasUnsaved={pasted.length > 0}
        matching={matching}
        usedBefore={countPasted(used)}
        dismissedBefore={countPasted(dismissed)}
        isStored={isStored}
        matchAll={<MatchAgreeing rows={rows} formKey={keys.agree} onSent={keep} statementToSend={statementToSend} />}
      />
      <RestLines
        rest={matching.rest}
        orders={toSettle}
        paid={paid}
        checkoutsOf={(line) => names.get(line.fingerprint)?.checkouts ?? []}
        namesOf={namesOf}
        payouts={payouts}
        formKey={keys.divide}
        statementFor={(line) => (isStored(line) ? '' : text)}
      />
      <DismissedLines
        lines={open.dismissed}
        isPasted={({ fingerprint }) => read?.lines.some((line) => line.fingerprint === fingerprint) ?? false}
      />
      <Totals totals={totals} today={today} />
    </>
  );
}

/** Empties the text box after its text is stored, unless the text changed or the shop could not read a line. */
function useImported(actionData: unknown, text: string, setText: (text: string) => void) {
  const answer = (actionData as ImportAnswer | undefined)?.imported;
  const [seen, setSeen] = useState(answer);
  const [sent, setSent] = useState<string>();
  if (answer !== seen) {
    setSeen(answer);
    if (answer && answer.read > 0 && answer.unreadable.length === 0 && text === sent) setText('');
  }
  return { answer, onSend: () => setSent(text) };
}

/** Returns whether the bank lines include a day. A pasted statement includes all days from its first to its last. */
function coverageOf(stored: readonly StatementLine[], pasted: readonly StatementLine[]) {
  const days = new Set(stored.map(({ day }) => day));
  const ofPasted = pasted.map(({ day }) => day).toSorted();
  const [first = '', last = ''] = [ofPasted[0], ofPasted.at(-1)];
  return (at: Date): boolean => {
    const day = dayInIndia(at);
    return days.has(day) || (first <= day && day <= last);
  };
}

function PasteLink() {
  const field = fieldId('statement');
  return (
    <a
      className="button button-secondary button-small"
      href={`#${field}`}
      // Phones open the keyboard only when the tap moves the focus.
      onClick={() => document.getElementById(field)?.focus()}
    >
      <span>Paste bank messages</span>
    </a>
  );
}

function RefundsLink({ owed }: { owed: number }) {
  return owed === 0 ? null : (
    <Link className="link inline-flex min-h-11 items-center" to={href('/admin/payments/refunds')}>
      {owed === 1 ? '1 refund due' : `${owed} refunds due`}
    </Link>
  );
}

function MatchAgreeing({
  rows,
  formKey,
  onSent,
  statementToSend,
}: {
  rows: readonly WaitingRow[];
  formKey: string;
  onSent: (paymentIds: readonly string[]) => void;
  statementToSend: (lines: StatementLine[]) => string;
}) {
  const agreeing = rows.filter(({ matchResult }) => matchResult.kind === 'agree');
  if (agreeing.length === 0) return null;
  const lines = agreeing.flatMap(({ matchResult }) => (matchResult.kind === 'none' ? [] : [matchResult.line]));
  return (
    <ActionForm
      action={href('/admin/payments')}
      intent="match"
      className="pt-3"
      onSubmit={() => onSent(agreeing.map(({ order }) => order.id))}
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="statement" value={statementToSend(lines)} />
      <Button size="small">
        {agreeing.length === 1 ? 'Match 1 exact match' : `Match ${agreeing.length} exact matches`}
      </Button>
    </ActionForm>
  );
}
