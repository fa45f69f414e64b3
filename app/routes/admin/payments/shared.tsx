import { z } from 'zod';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

export { default, loader, meta } from './payments.tsx';

const form = formOf();

/** A bank's message has a few hundred characters. Longer texts are pasted instead. */
const MAX_SHARED = 20_000;
const TOO_LONG = 'This text is too long to share. Paste it below.';

/** Shows a shared text in the field for statements, without storing it. */
export const action = formAction(
  form({
    prepare(_shop, body) {
      const shared = ['title', 'text', 'url']
        .flatMap((name) => body.getAll(name))
        .filter((value) => typeof value === 'string')
        .map((text) => text.trim())
        .filter((text) => text !== '')
        .join('\n');
      for (const name of new Set(body.keys())) body.delete(name);
      return shared.length > MAX_SHARED ? { formError: TOO_LONG } : { shared };
    },
    schema: z.object({}),
    run: async (_shop, _fields, _args, { shared }) => shared,
    done: (shared) => ({ ok: true, shared }),
    refused: {},
  }),
);
