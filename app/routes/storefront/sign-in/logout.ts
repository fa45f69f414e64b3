import { redirect } from 'react-router';
import { signOut } from '#app/modules/sign-in/sign-in.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/logout.ts';

/** Ends the session and drops the coupon; only a form does so, a link can sign nobody out. */
export async function action({ context, request }: Route.ActionArgs) {
  const { cookies } = await signOut(context.get(shopContext), request.headers);
  context.get(visitContext).keepCoupon(undefined);
  return redirect('/', { status: 303, headers: setCookies(cookies) });
}

export const loader = () => redirect('/', 303);
