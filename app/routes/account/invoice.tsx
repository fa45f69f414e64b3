import { getInvoice } from '#app/modules/order-documents/order-documents.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { InvoiceSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/invoice.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Invoice ${loaderData?.number ?? ''} | ${loaderData?.seller.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  return getInvoice(shop, params.id);
}

/** A customer's invoice, to read, print or keep as a PDF. */
export default function InvoicePage({ loaderData: invoice }: Route.ComponentProps) {
  return (
    <PaperShell
      title="Invoice"
      back={{ to: '/profile/orders', label: 'Back to My Orders' }}
      tools={
        <ButtonLink
          look="secondary"
          size="small"
          icon="download"
          to={`/profile/orders/${invoice.orderId}/invoice.pdf`}
          reloadDocument
        >
          <span className="max-sm:sr-only">Download </span>PDF
        </ButtonLink>
      }
    >
      <InvoiceSheet invoice={invoice} />
    </PaperShell>
  );
}
