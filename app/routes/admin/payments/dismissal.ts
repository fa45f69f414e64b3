import { href } from 'react-router';
import { z } from 'zod';
import { dismissLine } from '#app/modules/payments/bank/statements.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/dismissal.ts';
import { takeStatement } from './statement-form.server.ts';

const schema = z.strictObject({ fingerprint: z.string().max(500), undo: z.literal('yes').optional() });

/** Says that a line of the bank is no order's payment, or takes that back, and goes back to Payments. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const { text } = await takeStatement(form);
  const { fingerprint, undo } = buttonFields(form, schema);
  const put = await dismissLine(context.get(shopContext), { text, fingerprint, isDismissed: !undo });
  const outcome = put.ok
    ? { dismissed: undo ? undefined : fingerprint }
    : { refused: put.reason, taken: put.data.takenBy };
  return seeOther(href('/admin/payments'), url, outcome);
}
