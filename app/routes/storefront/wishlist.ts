import { redirect } from 'react-router';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import type { Route } from './+types/wishlist.ts';

/** `/wishlist` has no screen of its own: it is the dashboard's tab, after a sign-in where there was none. */
export function loader({ context }: Route.LoaderArgs) {
  signedIn(context.get(shopContext));
  return redirect('/profile/wishlist', 303);
}
