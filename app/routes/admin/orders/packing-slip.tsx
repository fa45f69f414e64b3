import { getParcels } from '#app/modules/order-documents/order-documents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { SlipSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/packing-slip.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminMeta(`Packing slip ${loaderData?.parcel.orderNumber ?? ''}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const [parcel] = await getParcels(context.get(shopContext), [params.id]);
  return { parcel: parcel! };
}

/** What lies in one parcel, to put into it. */
export default function PackingSlip({ loaderData: { parcel } }: Route.ComponentProps) {
  return (
    <PaperShell title="Packing slip" back={{ to: `/admin/orders/${parcel.orderId}`, label: 'Back to the order' }}>
      <SlipSheet parcel={parcel} />
    </PaperShell>
  );
}
