import type { ComponentProps } from 'react';
import { href, useSearchParams } from 'react-router';
import { fabricLeftOf } from '#app/modules/requests/requests/read-requests.server.ts';
import { getParcels } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { oneOf } from '#app/routes/admin/shared/list-search.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Chip } from '#app/ui/kit/chip.tsx';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { LabelSheet, SlipSheet } from '#app/ui/shop/paper-sheets.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/papers.ts';

export const links = wholeStyleSheet;

const PAPERS = {
  slip: { one: 'Packing slip', many: 'Packing slips', Sheet: SlipSheet },
  label: { one: 'Label', many: 'Labels', Sheet: LabelSheet },
  both: { one: 'Slip and label', many: 'Slips and labels', Sheet: SlipAndLabel },
} as const;
const KINDS = ['both', 'slip', 'label'] as const;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.title ?? 'Papers')({ matches });

export async function loader({ context, params: { id }, url: { pathname, searchParams } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const parcels = await getParcels(shop, id ? [id] : searchParams.getAll('id'));
  const fabricLeft = await fabricLeftOf(
    shop,
    parcels.map(({ orderId }) => orderId),
  );
  const kind = pathname.endsWith('/label') ? 'label' : (oneOf(KINDS, searchParams.get('kind')) ?? 'slip');
  const { one, many } = PAPERS[kind];
  return {
    id,
    kind,
    parcels,
    fabricLeft,
    heading: id ? one : `${many}, ${parcels.length} ${parcels.length === 1 ? 'order' : 'orders'}`,
    title: id ? `${one} ${parcels[0]!.orderNumber}` : many,
  } as const;
}

export default function OrderPapers({ loaderData: { id, kind, parcels, fabricLeft, heading } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { Sheet } = PAPERS[kind];
  const toKind = (each: (typeof KINDS)[number]) => {
    const others = new URLSearchParams(search);
    others.set('kind', each);
    return `${id ? href('/admin/orders/:id/packing-slip', { id }) : href('/admin/orders/papers')}?${others}`;
  };
  return (
    <PaperShell
      title={heading}
      isHeading={kind === 'label'}
      back={
        id
          ? { to: href('/admin/orders/:id', { id }), label: 'Back to the order' }
          : { to: `${href('/admin/orders')}?${withoutKind(search)}`, label: 'Back to the orders' }
      }
    >
      <nav className="wrap chips no-print pt-3" aria-label="Documents">
        {KINDS.map((each) => (
          <Chip key={each} to={toKind(each)} chosen={each === kind}>
            {PAPERS[each].one}
          </Chip>
        ))}
      </nav>
      {parcels.map((parcel) => (
        <Sheet key={parcel.orderId} parcel={parcel} fabricLeftCm={fabricLeft[parcel.orderId]} />
      ))}
    </PaperShell>
  );
}

function SlipAndLabel(sheet: ComponentProps<typeof SlipSheet>) {
  return (
    <>
      <SlipSheet {...sheet} />
      <LabelSheet parcel={sheet.parcel} />
    </>
  );
}

function withoutKind(search: URLSearchParams): string {
  const list = new URLSearchParams(search);
  list.delete('kind');
  return list.toString();
}
