import { href } from 'react-router';
import { getInvoice } from '#app/modules/order-documents/order-documents.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { InvoiceSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/invoice.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Invoice ${loaderData?.invoice.number ?? ''} | ${loaderData?.invoice.seller.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  return { invoice: await getInvoice(shop, params.id), isAdmin: url.pathname.startsWith(href('/admin')) };
}

/** An invoice, to read, print or keep as a PDF: the customer's, and the same one for an admin. */
export default function InvoicePage({ loaderData: { invoice, isAdmin } }: Route.ComponentProps) {
  const { orderId: id } = invoice;
  const [back, file] = isAdmin
    ? [
        { to: href('/admin/orders/:id', { id }), label: 'Back to the order' },
        href('/admin/orders/:id/invoice.pdf', { id }),
      ]
    : [{ to: href('/profile/orders'), label: 'Back to My Orders' }, href('/profile/orders/:id/invoice.pdf', { id })];
  return (
    <PaperShell
      title="Invoice"
      back={back}
      tools={
        <ButtonLink look="secondary" size="small" icon="download" to={file} reloadDocument>
          <span className="max-sm:sr-only">Download </span>PDF
        </ButtonLink>
      }
    >
      <InvoiceSheet invoice={invoice} />
    </PaperShell>
  );
}
