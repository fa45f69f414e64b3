import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import { listAddress, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** Leads the chosen orders to what was wanted of them: their papers, or the question before they are marked as shipped or as back. */
export const action = formAction(
  form({
    lists: ['id'],
    schema: z.strictObject({
      intent: z.enum(['slip', 'label', 'ship', 'return']),
      id: z.array(uuidSchema).max(100),
    }),
    run: async (shop) => adminOnly(shop),
    done: (_nothing, { intent, id: ids }, { url }) => {
      if (ids.length === 0) return listAddress(href('/admin/orders'), url, { none: '1' });
      const chosen = new URLSearchParams(ids.map((id) => ['id', id]));
      const isPaper = intent === 'slip' || intent === 'label';
      const listSearch = listSearchWith(url.searchParams, { kind: isPaper ? intent : undefined });
      const to = isPaper
        ? href('/admin/orders/papers')
        : intent === 'ship'
          ? href('/admin/orders/ship')
          : href('/admin/orders/return-to-sender');
      return `${to}${listSearch ? `${listSearch}&` : '?'}${chosen}`;
    },
    refused: {},
    back: () => href('/admin/orders'),
  }),
);
