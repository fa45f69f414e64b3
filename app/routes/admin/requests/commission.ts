import { href, redirect } from 'react-router';
import { openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/commission.ts';

/** Earlier emails link to this address. */
export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  await openForStudio(context.get(shopContext), id);
  throw redirect(`${href('/admin/requests/:id', { id })}${url.search}`, 301);
}
