import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { markSeen } from '#app/modules/requests/requests/conversations.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/seen.ts';
import { openRequest } from './open-request.server.ts';

/** POST …/seen: this side has the page before its eyes, up to the message `seen`. */
export async function action({ request, context, params, url }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const access = await openRequest(shop, params, url);
  const { seen } = await readButton(request, z.strictObject({ seen: uuidSchema }));
  await markSeen(shop, access, seen);
  return new Response(null, { status: 204 });
}
