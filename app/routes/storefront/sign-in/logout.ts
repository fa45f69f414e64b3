import { href, redirect } from 'react-router';
import { z } from 'zod';
import { signOut } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { deleteUploadKey } from '#app/routes/storefront/custom-order/upload-key.server.ts';

const form = formOf();

/**
 * Ends the session, and removes the coupon and unsent pictures. Requires a post, because a link must not sign anyone
 * out.
 */
export const action = formAction(
  form({
    schema: z.object({}),
    run: (shop, _fields, { request }) => signOut(shop, request.headers),
    async done({ cookies }, _fields, { context, visit }) {
      visit.keepCoupon(undefined);
      visit.cookies = [...cookies, await deleteUploadKey(context.get(shopContext))];
      return href('/');
    },
    refused: {},
  }),
);

export const loader = () => redirect(href('/'), 303);
