import { redirect, href } from 'react-router';
import { signOut } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { forgetUploadKey } from '#app/routes/storefront/custom-order/upload-key.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/logout.ts';

/** Ends the session, and drops the coupon and the pictures of a request that wasn't sent; only a form does so, a link can sign nobody out. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { cookies } = await signOut(shop, request.headers);
  context.get(visitContext).keepCoupon(undefined);
  return redirect(href('/'), { status: 303, headers: setCookies([...cookies, await forgetUploadKey(shop)]) });
}

export const loader = () => redirect(href('/'), 303);
