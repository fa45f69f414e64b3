import { Link, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { STOCK_CHANGE_LABELS } from '#app/modules/catalogue/artworks/stock-change.ts';
import { listStockChanges } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { inStockText } from './in-stock-text.ts';
import type { Route } from './+types/stock-history.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Stock history of ${loaderData?.artwork.title}`)({ matches });

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, history] = await Promise.all([
    getArtwork(shop, params.id),
    listStockChanges(shop, { artworkId: params.id, cursor: url.searchParams.get('cursor') ?? undefined }),
  ]);
  const held = await countHeld(shop, [artwork.id]);
  const names = new Map(artwork.variants.map((variant) => [variant.id, variantName(variant)]));
  return {
    held,
    artwork: { id: artwork.id, title: artwork.title, stockCount: artwork.stockCount },
    next: history.next,
    changes: history.changes.map((change) => ({
      ...change,
      variant: change.variantId === null ? undefined : (names.get(change.variantId) ?? 'a removed variant'),
    })),
  };
}

type Change = Route.ComponentProps['loaderData']['changes'][number];

export default function StockHistory({ loaderData: { artwork, held, changes, next } }: Route.ComponentProps) {
  const address = href('/admin/artworks/:id/stock-history', { id: artwork.id });
  return (
    <>
      <ListHead title="Stock history" count={inStockText(artwork, held)}>
        <ButtonLink look="card" icon="left" to={href('/admin/artworks/:id', { id: artwork.id })}>
          Back to the artwork
        </ButtonLink>
      </ListHead>
      {changes.length === 0 ? (
        <EmptyState title="No changes yet">Sales, returns and corrections appear here.</EmptyState>
      ) : (
        <div className="panel">
          <ol aria-label="Stock changes, newest first">
            {changes.map((change) => (
              <li
                key={change.id}
                className="grid grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 border-line px-panel py-3 not-first:border-t"
              >
                <b className={`num text-right text-h4 ${change.change > 0 ? 'text-pine' : 'text-ink'}`}>
                  {change.change > 0 ? `+${change.change}` : `−${-change.change}`}
                </b>
                <span className="leading-snug wrap-anywhere">
                  <What change={change} />
                  <span className="meta num block">
                    {formatMoment(change.createdAt)}
                    {change.changedByEmail ? `, ${change.changedByEmail}` : null}
                  </span>
                </span>
              </li>
            ))}
          </ol>
          {next ? (
            <div className="border-line border-t px-panel py-2.5">
              <ButtonLink look="card" to={`${address}?cursor=${next}`}>
                Earlier changes
              </ButtonLink>
            </div>
          ) : null}
        </div>
      )}
    </>
  );
}

function What({ change: { kind, orderId, orderNumber, reason, variant } }: { change: Change }) {
  return (
    <>
      <span className="font-semibold">{STOCK_CHANGE_LABELS[kind]}</span>
      {orderId ? (
        <>
          {': '}
          <Link className="link num" to={href('/admin/orders/:id', { id: orderId })}>
            order {orderNumber}
          </Link>
        </>
      ) : null}
      {reason ? `: ${reason}` : null}
      {variant ? <span className="meta block">{variant}</span> : null}
    </>
  );
}
