import { Form, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { NOTHING, paise } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { STEP } from '#app/modules/catalogue/artworks/artwork.ts';
import { isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import { findArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { itemsOfArtworks, quoteDraft, sellInPerson, undoSale } from '#app/modules/payments/checkout/checkout.server.ts';
import { readDraftLines, saleSchema, UNDO_SALE_WITHIN_SECONDS } from '#app/modules/payments/checkout/draft-order.ts';
import { draftOrderMessage } from '#app/modules/payments/checkout/messages.ts';
import { newOrderNumber } from '#app/modules/orders/orders/tables.server.ts';
import { drawUpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { salesInPerson } from '#app/modules/orders/reports/reports.server.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import type { Route } from './+types/sale.ts';
import { DaySales } from './day-sales.tsx';
import { ArtworkTiles } from './artwork-tiles.tsx';
import { SaleNote } from './sale-note.tsx';
import { Till } from './till.tsx';

export const meta = adminMeta('Sell in person');

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const query = (searchParams.get('q') ?? '').trim();
  const lines = readDraftLines(searchParams.getAll('line'));
  const named = searchParams.get('key') ?? '';
  const formKey = isUuid(named) ? named : crypto.randomUUID();
  const [draft, found, day, settings] = await Promise.all([
    quoteDraft(shop, lines, { discount: NOTHING, handedOver: true }),
    findArtworks(shop, {
      q: query || undefined,
      availability: ['ready'],
      sort: 'newest',
      limit: Number(searchParams.get('show') ?? STEP),
    }),
    salesInPerson(shop),
    getSettings(shop),
  ]);
  const asksUpi = searchParams.get('pay') === 'upi' && draft.lines.length > 0;
  const payee = payeeOf(settings.upi);
  const sold = day.sales.find(({ id }) => id === searchParams.get('sold'));
  return {
    draft,
    query,
    formKey,
    found: (await itemsOfArtworks(shop, found.artworks)).filter(isForCart),
    shown: found.artworks.length,
    total: found.total,
    day,
    takesUpi: payee !== undefined,
    upi:
      payee && asksUpi
        ? {
            ...drawUpiPayment(payee, { amount: draft.totals.total, orderNumber: newOrderNumber(formKey) }),
            // Total of the first QR code that was shown, because a customer may have paid it.
            drawnAmount: readAmount(searchParams.get('drawn')) ?? draft.totals.total,
          }
        : undefined,
    sold: sold && {
      ...sold,
      mayUndo: shop.now.getTime() - sold.createdAt.getTime() < UNDO_SALE_WITHIN_SECONDS * 1_000,
    },
  };
}

const readAmount = (text: string | null) => (/^\d{1,15}$/.test(text ?? '') ? paise(Number(text)) : undefined);

const form = formOf();

export const action = formAction({
  '': form({
    schema: saleSchema,
    run: (shop, sale, { url }) =>
      sellInPerson(shop, { ...sale, lines: readDraftLines(url.searchParams.getAll('line')) }),
    done: ({ id }) => `${href('/admin/sale')}?sold=${id}`,
    refused: (refusal, _fields, { url }) => {
      if (refusal.reason === 'total-changed') {
        // The QR code and button must still show the old total.
        const search = new URLSearchParams(url.searchParams);
        search.set('refused', 'total-changed');
        return { to: `${href('/admin/sale')}?${search}` };
      }
      const { message, field } = draftOrderMessage(refusal);
      return field ? { errors: { [field]: message } } : message;
    },
  }),
  undo: form({
    schema: z.strictObject({ id: uuidSchema }),
    run: (shop, { id }) => undoSale(shop, id),
    done: (_nothing, { id }) => `${href('/admin/sale')}?undone=${id}`,
    refused: ({ reason }) => ({ to: `${href('/admin/sale')}?refused=${reason}` }),
    back: () => href('/admin/sale'),
  }),
});

export default function SaleAtAFair({ loaderData }: Route.ComponentProps) {
  const { draft, query, formKey, found, shown, total, day, takesUpi, upi, sold } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <ListHead title="Sell in person" count="Tap pieces, take cash or show the QR code." />
      <SaleNote sold={sold} />
      <section className="panel" aria-label="Pieces">
        <Form action={href('/admin/sale')} role="search" className="px-panel pt-panel" preventScrollReset>
          {search.getAll('line').map((line) => (
            <input key={line} type="hidden" name="line" value={line} />
          ))}
          <SearchField label="Search pieces" placeholder="Title, category or word" value={query} />
        </Form>
        <ArtworkTiles found={found} shown={shown} total={total} lines={draft.lines} />
      </section>
      <Till key={sold?.id} draft={draft} formKey={formKey} takesUpi={takesUpi} upi={upi} />
      <DaySales day={day} />
    </>
  );
}
