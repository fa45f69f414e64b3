import { href } from 'react-router';
import { z } from 'zod';
import { setUserActive } from '#app/modules/identity/users/users.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/state.ts';

const schema = z.strictObject({ active: z.enum(['yes', 'no']) });

/** Switches an account off or on and goes back to the list. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { active } = await readButton(request, schema);
  const changed = await setUserActive(context.get(shopContext), id, active === 'yes');
  const outcome: Record<string, string> = changed.ok
    ? { done: active === 'yes' ? 'reactivated' : 'deactivated' }
    : { refused: changed.reason };
  return seeOther(href('/admin/users'), url, outcome);
}
