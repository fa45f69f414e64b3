import { data, href } from 'react-router';
import { digestCoupon, getCoupon, saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponForm } from '#app/modules/orders/coupons/forms.ts';
import { couponAdminMessages } from '#app/modules/orders/coupons/messages.ts';
import { readFields } from '#app/platform/forms.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { Checkbox, Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/coupon.ts';

export const meta = adminMeta('Coupon');

/** Without an id it is the form of a new one. */
const idIn = (params: object): string | undefined => ('id' in params ? String(params.id) : undefined);

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const id = idIn(params);
  if (id === undefined) return { coupon: undefined, seen: undefined };
  const coupon = await getCoupon(shop, id);
  return { coupon, seen: digestCoupon(coupon) };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const fields = await request.formData();
  const form = readFields(fields, couponForm);
  // Elsewhere a field of this name is a secret and isn't given back; this one is what the owner is naming.
  const code = fields.get('code');
  const typed = { ...form.typed, code: typeof code === 'string' ? code : '' };
  if (!form.ok) return data({ errors: form.errors, typed }, { status: 400 });
  const saved = await saveCoupon(context.get(shopContext), { id: idIn(params), ...form.value });
  if (saved.ok) return seeOther(href('/admin/coupons'), url, { done: 'saved' });
  if (saved.reason === 'changed-meanwhile') {
    const { data: now } = saved;
    const seen = digestCoupon(now);
    return data({ formError: couponAdminMessages.changedMeanwhile, now, typed: { ...typed, seen } }, { status: 409 });
  }
  const errors: Record<string, string> =
    saved.reason === 'limit-below-used'
      ? { usageLimit: couponAdminMessages.limitBelowUsed(saved.data.usedCount) }
      : saved.reason === 'code-taken'
        ? { code: couponAdminMessages.codeTaken }
        : { validUntil: couponAdminMessages.endsBeforeItStarts };
  return data({ errors, typed }, { status: 409 });
}

export const shouldRevalidate = ignoreLiveUpdates;

/** Adding or editing a coupon, as a dialog over the list. */
export default function CouponDialog({ loaderData: { coupon, seen }, actionData }: Route.ComponentProps) {
  const now = actionData && 'now' in actionData ? actionData.now : undefined;
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
        hint="Of the subtotal, at most two decimals"
      />
      <div className="form-row">
        <Field label="Valid from" {...field('validFrom')} type="date" hint="Empty: today" />
        <Field label="Valid until" {...field('validUntil')} type="date" hint="The last day, empty: no expiry" />
      </div>
      <Field
        label="Usage limit"
        {...field('usageLimit')}
        inputMode="numeric"
        autoComplete="off"
        optional
        hint="0 or empty: unlimited"
      />
      <Checkbox label="Active" {...tick('active')} />
    </FormDialog>
  );
}
