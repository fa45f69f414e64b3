import { href } from 'react-router';
import { deleteCoupon, getCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponAdminMessages } from '#app/modules/orders/coupons/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/delete.ts';

export const meta = adminMeta('Delete coupon');

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  coupon: await getCoupon(context.get(shopContext), params.id),
});

export async function action({ context, params, url }: Route.ActionArgs) {
  await deleteCoupon(context.get(shopContext), params.id);
  return seeOther(href('/admin/coupons'), url, { done: 'deleted' });
}

/** The question before it, as an address: a dialog over the list, with and without JavaScript. */
export default function DeleteCoupon({ loaderData: { coupon } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title={`Delete ${coupon.code}`}
      button="Delete coupon"
      backTo={href('/admin/coupons')}
      action={href('/admin/coupons/:id/delete', { id: coupon.id })}
    >
      <p className="font-semibold">{couponAdminMessages.confirmDeletion}</p>
      <p className="muted">Orders that used it keep its code and what it took off.</p>
    </DeleteDialog>
  );
}
