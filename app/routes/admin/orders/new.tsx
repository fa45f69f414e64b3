import { useRef } from 'react';
import { data, Form, Link, redirect, useSearchParams, useSubmit } from 'react-router';
import { formatRupees, NOTHING, paise } from '#app/basics/money.ts';
import { readRupees, rupeesText } from '#app/basics/rupees.ts';
import { searchArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { quoteDraft, placeDraft } from '#app/modules/checkout/checkout.server.ts';
import { DRAFT_METHODS, draftOrderSchema, MAX_QUANTITY, readDraftLines } from '#app/modules/checkout/draft-order.ts';
import { draftOrderMessage } from '#app/modules/checkout/messages.ts';
import { totalRows } from '#app/modules/pricing/total-rows.ts';
import { readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { Picture } from '#app/ui/shop/picture.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import type { Route } from './+types/new.ts';

export const meta: Route.MetaFunction = () => [{ title: 'New order, admin' }, { name: 'robots', content: 'noindex' }];

const PREFIX = 'customer';
const MAX_FOUND = 8;

/** What the address says of the order: its pieces, what was agreed on, whether a parcel goes out. */
const termsOf = (search: URLSearchParams) => ({
  lines: readDraftLines(search.getAll('line')),
  discount: readRupees(search.get('discount') ?? '') ?? NOTHING,
  handedOver: search.get('handed') === 'on',
  zipCode: /^[1-9]\d{5}$/.exec(search.get('zip') ?? '')?.[0],
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { lines, ...terms } = termsOf(url.searchParams);
  const query = (url.searchParams.get('q') ?? '').trim();
  const [draft, found] = await Promise.all([
    quoteDraft(shop, lines, terms),
    query === '' ? [] : searchArtworks(shop, query, MAX_FOUND),
  ]);
  return {
    draft,
    terms,
    found,
    query,
    formKey: crypto.randomUUID(),
    unreadable: readRupees(url.searchParams.get('discount') || '0') === undefined,
  };
}

/** Writes the order down and opens its sheet. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const { lines, discount, handedOver } = termsOf(url.searchParams);
  if (handedOver) form.set('handedOver', 'on');
  const read = readFields(form, draftOrderSchema);
  if (!read.ok) return data(read, 400);
  const made = await placeDraft(shop, { ...read.value, lines, discount });
  if (made.ok) return redirect(`/admin/orders/${made.value.id}?done=made`, 303);
  const { message, field } = draftOrderMessage(made);
  // Seen now: with zones the PIN code of the address decides.
  if (made.reason === 'total-changed') read.typed.agreedTotal = String(made.data.total);
  return data({ ...(field ? { errors: { [field]: message } } : { formError: message }), typed: read.typed }, 400);
}

/** An order that came by phone or at a fair, written down by the owner: pieces first, then who, where and how it is paid. */
export default function NewOrder({ loaderData }: Route.ComponentProps) {
  const { draft, terms, found, query, formKey, unreadable } = loaderData;
  const submit = useSubmit();
  const termsForm = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  const here = `/admin/orders/new`;
  const { values, field, summary } = useShopForm({
    known: { key: formKey, method: 'cash' },
    ids: addressIds(PREFIX),
  });
  const total = values.agreedTotal ? paise(Number(values.agreedTotal)) : draft.totals.total;
  return (
    <>
      <div className="admin-head">
        <div>
          <h1>New order</h1>
          <p className="meta">By phone or at a fair. It takes pieces from the same stock as the shop.</p>
        </div>
        <ButtonLink look="secondary" size="small" to="/admin/orders">
          Cancel
        </ButtonLink>
      </div>
      <section className="panel" aria-labelledby="pieces">
        <div className="panel-head">
          <h2 id="pieces">Pieces</h2>
        </div>
        <div className="grid gap-4 px-panel pb-panel">
          <Form action={here} role="search" className="max-w-104" preventScrollReset>
            {[...search].map(([name, value]) =>
              name === 'q' ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
            )}
            <SearchField label="Search pieces" placeholder="Title, category or word" value={query} />
          </Form>
          {query === '' ? null : <Found found={found} search={search} />}
          <Lines draft={draft} terms={terms} search={search} unreadable={unreadable} form={termsForm} />
        </div>
      </section>
      <section className="panel" aria-labelledby="customer">
        <div className="panel-head">
          <h2 id="customer">Customer and payment</h2>
        </div>
        <Form
          method="post"
          action={`${here}?${search}`}
          preventScrollReset
          onSubmit={(event) => {
            // What was typed above and not worked out yet changes the total: it is shown before it is agreed on.
            if (!termsForm.current || !typesOtherTerms(termsForm.current, search)) return;
            event.preventDefault();
            void submit(termsForm.current, { preventScrollReset: true });
          }}
          className="grid max-w-176 gap-4 px-panel pb-panel"
        >
          <input type="hidden" name="key" value={values.key} />
          <input type="hidden" name="seenTotal" value={total} />
          <ErrorSummary {...summary} />
          <Field
            label="Account"
            {...field('account')}
            type="email"
            hint="The email of an account, if the order shall stand in it. Leave it empty for somebody without one."
            autoComplete="off"
            optional
          />
          <AddressFields field={field} emailOptional />
          <Select label="Payment" {...field('method')}>
            {Object.entries(DRAFT_METHODS).map(([method, label]) => (
              <option key={method} value={method}>
                {label}
              </option>
            ))}
          </Select>
          <Field
            label="Payment reference ID"
            {...field('reference')}
            hint="For UPI and bank transfers."
            autoComplete="off"
            optional
          />
          <Field
            label="Where it came from"
            {...field('note')}
            hint="For the history: “phone”, “Almora fair”."
            maxLength={200}
            autoComplete="off"
            optional
          />
          <Button
            className="justify-self-start"
            reason={
              draft.lines.length === 0
                ? 'Add a piece first.'
                : unreadable || draft.discountTooLarge
                  ? 'Correct the discount first.'
                  : undefined
            }
          >
            Create order, {formatRupees(total)}
          </Button>
        </Form>
      </section>
    </>
  );
}

type Draft = Route.ComponentProps['loaderData']['draft'];

function Found({ found, search }: { found: Route.ComponentProps['loaderData']['found']; search: URLSearchParams }) {
  const have = readDraftLines(search.getAll('line'));
  const sold = found.filter((artwork) => artwork.medium !== 'fabric');
  if (sold.length === 0) return <p className="meta">No piece from stock fits these words.</p>;
  return (
    <ul aria-label="Pieces found">
      {sold.map((artwork) => {
        const quantity = (have.find((line) => line.artworkId === artwork.id)?.quantity ?? 0) + 1;
        const inStock = quantity <= artwork.stockCount;
        return (
          <li
            key={artwork.id}
            className="grid grid-cols-thumb-rest-auto items-center gap-3.5 border-line border-t py-2"
          >
            <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12" />
            <span className="leading-snug">
              {artwork.title}
              <span className="meta num block">
                {formatRupees(artwork.price)} · {artwork.stockCount} in stock
              </span>
            </span>
            {inStock ? (
              <ButtonLink
                look="card"
                size="small"
                preventScrollReset
                to={`?${withLine(search, artwork.id, quantity)}`}
                aria-label={`Add ${artwork.title}`}
              >
                Add
              </ButtonLink>
            ) : (
              <span className="meta">{artwork.stockCount === 0 ? 'Out of stock' : 'All of them added'}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Pieces, what was agreed on and what it comes to; a change asks the server, which alone knows prices. */
function Lines({
  draft,
  terms,
  search,
  unreadable,
  form,
}: {
  draft: Draft;
  terms: Route.ComponentProps['loaderData']['terms'];
  search: URLSearchParams;
  unreadable: boolean;
  form: React.Ref<HTMLFormElement>;
}) {
  const submit = useSubmit();
  if (draft.lines.length === 0) return <p className="muted">Search for a piece and add it.</p>;
  const { totals } = draft;
  return (
    <>
      <ul aria-label="Pieces of the order">
        {draft.lines.map((line) => (
          <li
            key={line.artworkId}
            className="grid grid-cols-rest-auto items-center gap-x-3.5 border-line border-t py-2 md:grid-cols-[minmax(0,1fr)_9rem_7rem_auto]"
          >
            <span className="leading-snug">
              <b className="font-semibold">{line.title}</b>
              <span className="meta num block">
                {formatRupees(line.price)} · {line.available} in stock
              </span>
              {line.quantity > line.available ? (
                <span className="block font-semibold text-alert text-sm">Only {line.available} in stock</span>
              ) : null}
            </span>
            <Form action="/admin/orders/new" preventScrollReset className="flex items-center gap-1.5">
              {[...search].map(([name, value]) =>
                name === 'line' && value.toLowerCase().startsWith(line.artworkId) ? null : (
                  <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
                ),
              )}
              <select
                name="line"
                aria-label={`Quantity of ${line.title}`}
                className="input w-20"
                value={`${line.artworkId}:${line.quantity}`}
                onChange={(event) => {
                  const next = withLine(search, line.artworkId, Number(event.target.value.slice(37)));
                  void submit(next, { action: '/admin/orders/new', preventScrollReset: true });
                }}
              >
                {Array.from(
                  { length: Math.min(Math.max(line.available, line.quantity), MAX_QUANTITY, 99) },
                  (_, at) => (
                    <option key={at} value={`${line.artworkId}:${at + 1}`}>
                      {at + 1}
                    </option>
                  ),
                )}
              </select>
              <noscript>
                <Button look="quiet">Update</Button>
              </noscript>
            </Form>
            <b className="num hidden text-right md:block">{formatRupees(line.lineTotal)}</b>
            <Link
              className="link inline-flex min-h-11 items-center"
              preventScrollReset
              to={`?${withLine(search, line.artworkId, 0)}`}
              aria-label={`Remove ${line.title}`}
            >
              Remove
            </Link>
          </li>
        ))}
      </ul>
      <Form
        ref={form}
        action="/admin/orders/new"
        preventScrollReset
        className="grid max-w-176 items-end gap-3 md:grid-cols-3"
      >
        {search.getAll('line').map((line) => (
          <input key={line} type="hidden" name="line" value={line} />
        ))}
        <Field
          label="Discount in rupees"
          name="discount"
          inputMode="decimal"
          autoComplete="off"
          optional
          defaultValue={
            unreadable ? (search.get('discount') ?? '') : terms.discount > 0 ? rupeesText(terms.discount) : ''
          }
          error={
            unreadable
              ? 'Write an amount in rupees'
              : draft.discountTooLarge
                ? 'More than the pieces come to.'
                : undefined
          }
        />
        <Field
          label="PIN code for shipping"
          name="zip"
          inputMode="numeric"
          autoComplete="off"
          optional
          defaultValue={terms.zipCode ?? ''}
        />
        <Checkbox label="Handed over in person" name="handed" defaultChecked={terms.handedOver} className="min-h-11" />
        <Button look="card" size="small" className="justify-self-start">
          Work it out
        </Button>
      </Form>
      {draft.discountTooLarge ? <Note tone="alert">The discount is more than the pieces come to.</Note> : null}
      <div className="max-w-104">
        <TotalRows rows={totalRows(totals, { shipped: terms.handedOver ? 'None' : undefined, total: 'Grand total' })} />
      </div>
    </>
  );
}

/** Whether the form of what was agreed on holds something else than the address that was worked out. */
function typesOtherTerms(form: HTMLFormElement, search: URLSearchParams): boolean {
  const typed = new FormData(form);
  return ['discount', 'zip', 'handed'].some((name) => {
    const value = typed.get(name);
    return (typeof value === 'string' ? value.trim() : '') !== (search.get(name) ?? '').trim();
  });
}

/** The address with one line changed; quantity 0 takes it out. */
function withLine(search: URLSearchParams, artworkId: string, quantity: number): URLSearchParams {
  const next = new URLSearchParams(search);
  const lines = readDraftLines(search.getAll('line')).filter((line) => line.artworkId !== artworkId);
  next.delete('line');
  for (const line of quantity > 0 ? [...lines, { artworkId, quantity }] : lines)
    next.append('line', `${line.artworkId}:${line.quantity}`);
  return next;
}
