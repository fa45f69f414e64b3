import { redirect, href } from 'react-router';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import type { Route } from './+types/wishlist.ts';

export function loader({ context }: Route.LoaderArgs) {
  signedIn(context.get(shopContext));
  return redirect(href('/profile/wishlist'), 303);
}
