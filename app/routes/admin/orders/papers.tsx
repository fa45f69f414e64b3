import { z } from 'zod';
import { getParcels } from '#app/modules/order-documents/order-documents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { LabelSheet, SlipSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/papers.ts';

const kindSchema = z.enum(['slip', 'label']).catch('slip');
const TITLES = { slip: 'Packing slips', label: 'Labels' } as const;

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(`${TITLES[loaderData?.kind ?? 'slip']}`);

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    kind: kindSchema.parse(url.searchParams.get('kind')),
    parcels: await getParcels(context.get(shopContext), url.searchParams.getAll('id')),
  };
}

/** The slips or labels of several orders, each on its own page: `?kind=slip&id=…&id=…`. */
export default function OrderPapers({ loaderData: { kind, parcels } }: Route.ComponentProps) {
  const Sheet = kind === 'slip' ? SlipSheet : LabelSheet;
  return (
    <PaperShell
      title={`${TITLES[kind]}, ${parcels.length} ${parcels.length === 1 ? 'order' : 'orders'}`}
      isHeading={kind === 'label'}
      back={{ to: '/admin/orders', label: 'Back to the orders' }}
    >
      {parcels.map((parcel) => (
        <Sheet key={parcel.orderId} parcel={parcel} />
      ))}
    </PaperShell>
  );
}
