import { href } from 'react-router';
import { getDocument } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { secretAddressHeaders } from '#app/routes/secret-address.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
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
  const [paper, settings] = await Promise.all([getDocument(shop, order.id), getSettings(shop)]);
  return { paper, orderNumber: order.orderNumber, file: url.search, brand: toBrand(shop, settings) };
}

export default function LinkedInvoice({ loaderData: { paper, orderNumber, file } }: Route.ComponentProps) {
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
      <PaperSheet paper={paper} />
    </PaperShell>
  );
}
