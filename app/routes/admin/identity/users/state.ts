import { href } from 'react-router';
import { z } from 'zod';
import { setUserActive } from '#app/modules/identity/users/users.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/state.ts';

const form = formOf<Route.ActionArgs>();

/** Switches an account off or on and goes back to the list. */
export const action = formAction(
  form({
    schema: z.strictObject({ active: z.enum(['yes', 'no']) }),
    run: async (shop, { active }, { params: { id } }) => {
      const changed = await setUserActive(shop, id, active === 'yes');
      if (!changed.ok) return { refused: changed.reason };
      return { done: active === 'yes' ? 'reactivated' : 'deactivated' };
    },
    done: (outcome, _fields, { url }) => seeOther(href('/admin/users'), url, outcome),
    refused: {},
    back: () => href('/admin/users'),
  }),
);
