import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { getDocument } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import type { InvoiceDocument } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { PaperSheet } from '#app/ui/shop/paper-sheets.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/paper.ts';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.paper.title} ${loaderData.paper.number}` : 'Invoice',
    description: 'A document for your order, to print or download.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const [paper, settings] = await Promise.all([getDocument(shop, params.id, params.paperId), getSettings(shop)]);
  return { paper, brand: toBrand(shop, settings), isAdmin: url.pathname.startsWith(href('/admin')) };
}

export default function PaperPage({ loaderData: { paper, isAdmin } }: Route.ComponentProps) {
  const { orderId: id, id: paperId } = paper;
  const [back, file] = isAdmin
    ? [
        { to: href('/admin/orders/:id', { id }), label: 'Back to the order' },
        href('/admin/orders/:id/papers/:paperId/paper.pdf', { id, paperId }),
      ]
    : [
        { to: href('/profile/orders'), label: 'Back to My Orders' },
        href('/profile/orders/:id/papers/:paperId/paper.pdf', { id, paperId }),
      ];
  return (
    <PaperShell
      title={paper.title}
      back={back}
      tools={
        <ButtonLink look="secondary" size="small" icon="download" to={file} reloadDocument>
          <span className="max-sm:sr-only">Download </span>PDF
        </ButtonLink>
      }
    >
      {paper.edition === undefined ? null : <LaterDocuments {...paper} isAdmin={isAdmin} />}
      <PaperSheet paper={paper} />
    </PaperShell>
  );
}

/** An issued document never changes, so the page shows later events beside it. */
function LaterDocuments({ orderId: id, laterDocuments, isAdmin }: InvoiceDocument & { isAdmin: boolean }) {
  if (laterDocuments.length === 0) return null;
  return (
    <Note tone="info" className="wrap no-print">
      {laterDocuments.map(({ id: paperId, title, number, issuedAt }) => (
        <p key={paperId}>
          Corrected on {formatDay(issuedAt)} by{' '}
          <Link
            to={
              isAdmin
                ? href('/admin/orders/:id/papers/:paperId', { id, paperId })
                : href('/profile/orders/:id/papers/:paperId', { id, paperId })
            }
          >
            {title} {number}
          </Link>
          .
        </p>
      ))}
    </Note>
  );
}
