import { redirect, useSearchParams } from 'react-router';
import { deleteCoupon, getCoupon } from '#app/modules/coupons/coupons.server.ts';
import { couponAdminMessages } from '#app/modules/coupons/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pickListSearch, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/delete.ts';

export const meta = () => adminMeta('Delete coupon');

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
    <DeleteDialog
      title={`Delete ${coupon.code}`}
      button="Delete coupon"
      backTo={`/admin/coupons${listSearch}`}
      action={`/admin/coupons/${coupon.id}/delete${listSearch}`}
    >
      <p className="font-semibold">{couponAdminMessages.confirmDeletion}</p>
      <p className="muted">Orders that used it keep its code and what it took off.</p>
    </DeleteDialog>
  );
}
