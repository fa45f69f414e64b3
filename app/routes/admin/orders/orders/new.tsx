import { isStateRefusal } from '#app/modules/store/settings/interstate.ts';
import { useRef } from 'react';
import { Form, useSearchParams, href } from 'react-router';
import { readRupees } from '#app/basics/rupees.ts';
import { searchArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { itemsOfArtworks, placeDraft, quoteDraft } from '#app/modules/payments/checkout/checkout.server.ts';
import { draftOrderSchema, readDraftAnswers } from '#app/modules/payments/checkout/draft-order.ts';
import { draftOrderMessage } from '#app/modules/payments/checkout/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import type { Route } from './+types/new.ts';
import { DraftCustomer } from './draft-customer.tsx';
import { DraftFound } from './draft-found.tsx';
import { DraftLines } from './draft-lines.tsx';
import { readTerms } from './draft-terms.ts';

export const meta = adminMeta('New order');

const MAX_FOUND = 8;

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { lines, ...terms } = readTerms(url.searchParams);
  const query = (url.searchParams.get('q') ?? '').trim();
  const [draft, found] = await Promise.all([
    quoteDraft(shop, lines, terms),
    query === '' ? [] : searchArtworks(shop, query, MAX_FOUND).then((found) => itemsOfArtworks(shop, found)),
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

const form = formOf();

export const action = formAction(
  form({
    prepare: (_shop, body, { url }) => {
      if (readTerms(url.searchParams).handedOver) body.set('handedOver', 'on');
      return readDraftAnswers(body);
    },
    schema: draftOrderSchema,
    run: (shop, order, { url }, { answers }) => {
      const { lines, discount } = readTerms(url.searchParams);
      return placeDraft(shop, { ...order, lines, discount, answers });
    },
    done: ({ id }) => `${href('/admin/orders/:id', { id })}?done=made`,
    refused: (refusal, { state }) => {
      const { message, field } = draftOrderMessage(refusal);
      return {
        ...(field ? { errors: { [field]: message } } : { formError: message }),
        typed: {
          // The form now shows this warning. Submitting it again for the same state creates the order.
          ...(isStateRefusal(refusal.reason) && { warnedState: state }),
          // The form now shows this total. With zones, it depends on the PIN code.
          ...(refusal.reason === 'total-changed' && { agreedTotal: String(refusal.data.total) }),
        },
        status: 400,
      };
    },
  }),
);

export default function NewOrder({ loaderData }: Route.ComponentProps) {
  const { draft, terms, found, query, formKey, unreadable } = loaderData;
  const termsForm = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  return (
    <>
      <ListHead title="New order" count="For sales by phone or at a fair.">
        <ButtonLink look="secondary" size="small" to={href('/admin/orders')}>
          Cancel
        </ButtonLink>
      </ListHead>
      <section className="panel" aria-labelledby="pieces">
        <div className="panel-head">
          <h2 id="pieces">Pieces</h2>
        </div>
        <div className="grid gap-4 px-panel pb-panel">
          <Form action={href('/admin/orders/new')} role="search" className="max-w-104" preventScrollReset>
            {[...search].map(([name, value]) =>
              name === 'q' ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
            )}
            <SearchField label="Search pieces" placeholder="Title, category or word" value={query} />
          </Form>
          {query === '' ? null : <DraftFound found={found} search={search} />}
          <DraftLines draft={draft} terms={terms} search={search} unreadable={unreadable} form={termsForm} />
        </div>
      </section>
      <section className="panel" aria-labelledby="customer">
        <div className="panel-head">
          <h2 id="customer">Customer and payment</h2>
        </div>
        <DraftCustomer
          isHandedOver={terms.handedOver}
          draft={draft}
          formKey={formKey}
          search={search}
          unreadable={unreadable}
          termsForm={termsForm}
        />
      </section>
    </>
  );
}
