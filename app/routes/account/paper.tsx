import { href } from 'react-router';
import { getDocument } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
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
      <PaperSheet paper={paper} />
    </PaperShell>
  );
}
