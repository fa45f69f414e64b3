import { Form, redirect, useSearchParams } from 'react-router';
import { deleteCoupon, getCoupon } from '#app/modules/coupons/coupons.server.ts';
import { couponAdminMessages } from '#app/modules/coupons/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pickListSearch, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { Route } from './+types/delete.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Delete coupon, admin' },
  { name: 'robots', content: 'noindex' },
];

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  coupon: await getCoupon(context.get(shopContext), params.id),
});

export async function action({ context, params, url }: Route.ActionArgs) {
  await deleteCoupon(context.get(shopContext), params.id);
  return redirect(`/admin/coupons${listSearchWith(url.searchParams, { done: 'deleted' })}`, 303);
}

/** The question before it, as an address: a dialog over the list, with and without JavaScript. */
export default function DeleteCoupon({ loaderData: { coupon } }: Route.ComponentProps) {
  const listSearch = pickListSearch(useSearchParams()[0]);
  return (
    <Dialog
      open
      closeTo={`/admin/coupons${listSearch}`}
      title={`Delete ${coupon.code}`}
      foot={
        <>
          <ButtonLink look="secondary" to={`/admin/coupons${listSearch}`} preventScrollReset>
            Cancel
          </ButtonLink>
          <Form method="post" action={`/admin/coupons/${coupon.id}/delete${listSearch}`} preventScrollReset>
            <Button look="destructive" icon="trash">
              Delete coupon
            </Button>
          </Form>
        </>
      }
    >
      <p className="font-semibold">{couponAdminMessages.confirmDeletion}</p>
      <p className="muted">Orders that used it keep its code and what it took off.</p>
    </Dialog>
  );
}
