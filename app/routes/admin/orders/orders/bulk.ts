import { redirect, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/bulk.ts';

const schema = z.strictObject({
  intent: z.enum(['slip', 'label', 'ship', 'return']),
  id: z.array(uuidSchema).max(100),
});

/** Leads the chosen orders to what was wanted of them: their papers, or the question before they are marked as shipped or as back. */
export async function action({ context, request, url }: Route.ActionArgs) {
  adminOnly(context.get(shopContext));
  const { intent, id: ids } = await readButton(request, schema, ['id']);
  if (ids.length === 0) return seeOther(href('/admin/orders'), url, { none: '1' });
  const chosen = new URLSearchParams(ids.map((id) => ['id', id]));
  const isPaper = intent === 'slip' || intent === 'label';
  const listSearch = listSearchWith(url.searchParams, { kind: isPaper ? intent : undefined });
  const to = isPaper
    ? href('/admin/orders/papers')
    : intent === 'ship'
      ? href('/admin/orders/ship')
      : href('/admin/orders/return-to-sender');
  return redirect(`${to}${listSearch ? `${listSearch}&` : '?'}${chosen}`, 303);
}
