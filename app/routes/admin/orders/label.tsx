import { getParcels } from '#app/modules/order-documents/order-documents.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { LabelSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/label.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(`Label ${loaderData?.parcel.orderNumber ?? ''}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const [parcel] = await getParcels(context.get(shopContext), [params.id]);
  return { parcel: parcel! };
}

/** The address of one parcel, to stick on it. */
export default function Label({ loaderData: { parcel } }: Route.ComponentProps) {
  return (
    <PaperShell title="Label" isHeading back={{ to: `/admin/orders/${parcel.orderId}`, label: 'Back to the order' }}>
      <LabelSheet parcel={parcel} />
    </PaperShell>
  );
}
