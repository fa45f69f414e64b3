import { Link, href } from 'react-router';
import { CustomerRequest } from '#app/routes/requests/customer-request.tsx';
import { takeCustomerForm } from '#app/routes/requests/customer-forms.server.ts';
import { loadCustomerPage } from '#app/routes/requests/customer-page.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import type { Route } from './+types/request.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: `Request ${loaderData?.page.number ?? ''}`,
    description: 'Your request and its progress.',
    path: href('/profile/requests'),
    hidden: true,
  });

export const loader = (asked: Route.LoaderArgs) => loadCustomerPage(asked);

export const action = takeCustomerForm;

/** The studio may have changed the request since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

export const headers = () => ({ 'Cache-Control': 'no-store' });

export default function MyRequest({ loaderData }: Route.ComponentProps) {
  return (
    <div className="pt-6">
      <p className="pb-4">
        <Link className="link inline-flex items-center gap-1" to={href('/profile/requests')}>
          <Icon name="left" small />
          My Requests
        </Link>
      </p>
      <CustomerRequest key={loaderData.page.id} {...loaderData} level="h2" />
    </div>
  );
}
