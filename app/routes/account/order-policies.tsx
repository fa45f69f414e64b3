import { href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { policiesAt } from '#app/modules/store/policies/policies.server.ts';
import { POLICY_TITLES } from '#app/modules/store/policies/policy.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { PolicySections } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/order-policies.ts';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: `Policies of order ${loaderData?.orderNumber ?? ''}`,
    description: 'The policies that applied when the order was placed.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const { id, orderNumber, createdAt } = await getOrder(shop, params.id);
  const [policies, settings] = await Promise.all([policiesAt(shop, createdAt), getSettings(shop)]);
  return {
    brand: toBrand(shop, settings),
    id,
    orderNumber,
    createdAt,
    policies,
    isAdmin: url.pathname.startsWith(href('/admin')),
  };
}

export default function OrderPolicies({
  loaderData: { id, orderNumber, createdAt, policies, isAdmin },
}: Route.ComponentProps) {
  return (
    <PaperShell
      title={`Policies of order ${orderNumber}`}
      isHeading
      back={
        isAdmin
          ? { to: href('/admin/orders/:id', { id }), label: 'Back to the order' }
          : { to: href('/profile/orders'), label: 'Back to My Orders' }
      }
    >
      <div className="sheet gap-9">
        <p>
          {policies.some((version) => version.createdAt > createdAt)
            ? `The order was placed on ${formatMoment(createdAt)}, before we recorded versions. These are the earliest ones.`
            : `These policies applied when the order was placed, on ${formatMoment(createdAt)}.`}
        </p>
        {policies.map(({ policy, number, text, createdAt: since }) => (
          <section key={policy} className="grid gap-4" aria-labelledby={policy}>
            <h2 id={policy} className="text-h3">
              {POLICY_TITLES[policy]}
            </h2>
            <p className="meta num">{`Version ${number}, from ${formatMoment(since)}`}</p>
            <PolicySections text={text} />
          </section>
        ))}
      </div>
    </PaperShell>
  );
}
