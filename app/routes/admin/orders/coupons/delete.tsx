import { href } from 'react-router';
import { deleteCoupon, getCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponAdminMessages } from '#app/modules/orders/coupons/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/delete.ts';

export const meta = adminMeta('Delete coupon');

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  coupon: await getCoupon(context.get(shopContext), params.id),
});

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    run: (shop, _fields, { params }) => deleteCoupon(shop, params.id),
    done: (_nothing, _fields, { url }) => listAddress(href('/admin/coupons'), url, { done: 'deleted' }),
    refused: {},
  }),
);

export default function DeleteCoupon({ loaderData: { coupon } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title={`Delete ${coupon.code}`}
      button="Delete coupon"
      backTo={href('/admin/coupons')}
      action={href('/admin/coupons/:id/delete', { id: coupon.id })}
    >
      <p className="font-semibold">{couponAdminMessages.confirmDeletion}</p>
      <p className="muted">Orders that used it keep their discount.</p>
    </DeleteDialog>
  );
}
