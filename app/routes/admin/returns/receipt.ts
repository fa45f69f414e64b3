import { href } from 'react-router';
import { z } from 'zod';
import { receiveReturn } from '#app/modules/returns/returns.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { stayHere } from '#app/routes/stay-here.ts';
import type { Route } from './+types/receipt.ts';

const schema = z.strictObject({ fitForSale: z.enum(['yes', 'no']) });

/** Notes that accepted pieces came back, and whether they go into stock again. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { fitForSale } = await readButton(request, schema);
  const received = await receiveReturn(context.get(shopContext), { id, fitForSale: fitForSale === 'yes' });
  return seeOther(href('/admin/returns/:id', { id }), url, received.ok ? {} : { refused: received.reason });
}

export const clientAction = stayHere();
