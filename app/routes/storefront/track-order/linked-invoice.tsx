import { href, Link } from 'react-router';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { DOCUMENT_TITLES } from '#app/modules/orders/invoices/paper.ts';
import { getDocument } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { secretAddressHeaders, tokenOf } from '#app/routes/secret-address.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { PaperSheet } from '#app/ui/shop/paper-sheets.tsx';
import type { Route } from './+types/linked-invoice.ts';
import { openLinkedOrder } from './open-linked-order.server.ts';

export const links = wholeStyleSheet;

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.paper.title} ${loaderData.paper.number}` : 'Invoice',
    description: 'The invoice of your order, to print or download.',
    path: href('/order/invoice'),
    hidden: true,
  });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, order } = await openLinkedOrder(context.get(shopContext), url, ({ id }) =>
    href('/profile/orders/:id/invoice', { id }),
  );
  const [paper, documents, settings] = await Promise.all([
    getDocument(shop, order.id, url.searchParams.get('paper') ?? undefined),
    findDocuments(shop, [order.id]),
    getSettings(shop),
  ]);
  const others = (documents.get(order.id) ?? [])
    .filter(({ id }) => id !== paper.id)
    .map(({ id, kind, number }) => ({
      name: `${DOCUMENT_TITLES[kind]} ${number}`,
      to: `${href('/order/invoice')}?${new URLSearchParams({ token: tokenOf(url), paper: id })}`,
    }));
  return { paper, others, orderNumber: order.orderNumber, file: url.search, brand: toBrand(shop, settings) };
}

export default function LinkedInvoice({ loaderData: { paper, others, orderNumber, file } }: Route.ComponentProps) {
  return (
    <PaperShell
      title={paper.title}
      back={{ to: `${href('/track-order')}?order=${orderNumber}`, label: 'Track your order' }}
      tools={
        <ButtonLink
          look="secondary"
          size="small"
          icon="download"
          to={`${href('/order/invoice.pdf')}${file}`}
          reloadDocument
        >
          <span className="max-sm:sr-only">Download </span>PDF
        </ButtonLink>
      }
    >
      {others.length === 0 ? null : (
        <Note tone="info" className="wrap no-print">
          <p>Other documents of this order:</p>
          {others.map(({ name, to }) => (
            <p key={to}>
              <Link to={to} reloadDocument>
                {name}
              </Link>
            </p>
          ))}
        </Note>
      )}
      <PaperSheet paper={paper} />
    </PaperShell>
  );
}
