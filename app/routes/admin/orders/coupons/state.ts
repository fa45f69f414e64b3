import { href } from 'react-router';
import { z } from 'zod';
import { setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/state.ts';

const schema = z.strictObject({ active: z.enum(['yes', 'no']) });

/** Switches a coupon on or off and goes back to the cards. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { active } = await readButton(request, schema);
  const changed = await setCouponActive(context.get(shopContext), id, active === 'yes');
  const outcome: Record<string, string> = changed.ok ? {} : { refused: 'status' };
  return seeOther(href('/admin/coupons'), url, outcome);
}
