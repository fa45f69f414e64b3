import { data, href } from 'react-router';
import { CustomerRequest } from '#app/routes/requests/customer-request.tsx';
import { takeCustomerForm } from '#app/routes/requests/customer-forms.server.ts';
import { loadCustomerPage } from '#app/routes/requests/customer-page.server.ts';
import { PRIVATE_HEADERS } from '#app/routes/secret-address.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import type { Route } from './+types/request.ts';
import { keepOpenedRequest } from './opened-request.server.ts';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? `Request ${loaderData.page.number}` : 'Request',
    description: 'Your request and its progress.',
    path: href('/custom-order'),
    hidden: true,
  });

/** A revoked link gets the same answer as an unknown address. */
export async function loader(asked: Route.LoaderArgs) {
  const shown = await loadCustomerPage(asked);
  const cookie = await keepOpenedRequest(asked.context.get(shopContext), asked.params.token);
  return data(shown, { headers: { 'Set-Cookie': cookie } });
}

export const action = takeCustomerForm;

/** The studio may have changed the request since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

/** The URL contains a key, so caches, search engines and referrers must not get it. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const all = new Headers(loaderHeaders);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) all.set(name, value);
  return all;
}

export default function LinkedRequest({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8 pb-16 lg:pb-24">
      <CustomerRequest key={loaderData.page.id} {...loaderData} level="h1" />
    </div>
  );
}
