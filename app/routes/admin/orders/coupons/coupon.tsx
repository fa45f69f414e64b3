import { z } from 'zod';
import { href } from 'react-router';
import { digestCoupon, getCoupon, saveCoupon, setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import type { Coupon } from '#app/modules/orders/coupons/coupon.ts';
import { couponForm } from '#app/modules/orders/coupons/forms.ts';
import { couponAdminMessages } from '#app/modules/orders/coupons/messages.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { Checkbox, Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/coupon.ts';

export const meta = adminMeta('Coupon');

const idIn = (params: object): string | undefined => ('id' in params ? String(params.id) : undefined);

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const id = idIn(params);
  if (id === undefined) return { coupon: undefined, seen: undefined };
  const coupon = await getCoupon(shop, id);
  return { coupon, seen: digestCoupon(coupon) };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction({
  '': form({
    // The code may look like a secret, which forms never return, so it is returned here.
    prepare: (_shop, body) => {
      const code = body.get('code');
      return { typed: { code: typeof code === 'string' ? code : '' } };
    },
    schema: couponForm,
    run: (shop, coupon, { params }) => saveCoupon(shop, { id: idIn(params), ...coupon }),
    done: (_coupon, _fields, { url }) => listAddress(href('/admin/coupons'), url, { done: 'saved' }),
    refused: {
      stale: ({ data: now }) => ({
        formError: couponAdminMessages.changedMeanwhile,
        now,
        typed: { seen: digestCoupon(now) },
      }),
      'limit-below-used': ({ data }) => ({
        errors: { usageLimit: couponAdminMessages.limitBelowUsed(data.usedCount) },
      }),
      'code-taken': { errors: { code: couponAdminMessages.codeTaken } },
      'ends-before-it-starts': { errors: { validUntil: couponAdminMessages.endsBeforeItStarts } },
    },
  }),
  state: form({
    schema: z.strictObject({ active: z.enum(['yes', 'no']) }),
    run: async (shop, { active }, { params }) => {
      const id = idIn(params);
      if (id === undefined) throw notFound();
      return setCouponActive(shop, id, active === 'yes');
    },
    done: (_coupon, _fields, { url }) => listAddress(href('/admin/coupons'), url),
    refused: (_refusal, _fields, { url }) => ({
      to: listAddress(href('/admin/coupons'), url, { refused: 'status' }),
    }),
    back: () => href('/admin/coupons'),
  }),
});

export const shouldRevalidate = ignoreLiveUpdates;

type CouponAnswer = FormAnswer & { now?: Coupon };

export default function CouponDialog({ loaderData: { coupon, seen }, actionData }: Route.ComponentProps) {
  const now = (actionData as CouponAnswer | undefined)?.now;
  const { values, field, tick, summary } = useShopForm({
    known: {
      seen,
      code: coupon?.code,
      discountPercentage: String(coupon?.discountPercentage ?? 0),
      validFrom: coupon?.validFrom,
      validUntil: coupon?.validUntil ?? '',
      usageLimit: coupon?.usageLimit ? String(coupon.usageLimit) : '',
      active: (coupon?.active ?? true) ? 'yes' : '',
    },
  });
  return (
    <FormDialog
      title={coupon ? 'Edit Coupon' : 'Add Coupon'}
      list={href('/admin/coupons')}
      action={href('/admin/coupons/:id', { id: coupon?.id ?? 'new' })}
      summary={summary}
    >
      {coupon ? <input type="hidden" name="seen" value={values.seen} /> : null}
      {now ? <Note tone="info">{couponAdminMessages.thereNow(now)}</Note> : null}
      <Field label="Code" {...field('code')} marked maxLength={40} autoComplete="off" autoCapitalize="characters" />
      <Field
        label="Discount Percentage"
        {...field('discountPercentage')}
        marked
        inputMode="decimal"
        autoComplete="off"
        hint="Percent of the subtotal"
      />
      <div className="form-row">
        <Field label="Valid from" {...field('validFrom')} type="date" hint="Leave empty for today" />
        <Field label="Valid until" {...field('validUntil')} type="date" hint="Leave empty for no expiry" />
      </div>
      <Field
        label="Usage limit"
        {...field('usageLimit')}
        inputMode="numeric"
        autoComplete="off"
        optional
        hint="Leave empty for unlimited"
      />
      <Checkbox label="Active" {...tick('active')} />
    </FormDialog>
  );
}
