import { href, redirect } from 'react-router';
import { z } from 'zod';
import { readButton } from '#app/platform/forms.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { keepCookie } from '#app/routes/cookies.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/language.ts';

const schema = z.strictObject({ language: z.enum(['en', 'hi']), returnTo: z.string().max(500) });

/** Remembers the language that WhatsApp texts are written in, and goes back. */
export async function action({ context, request }: Route.ActionArgs) {
  const { language, returnTo } = await readButton(request, schema);
  return redirect(safeReturn(returnTo, href('/admin')), {
    status: 303,
    headers: { 'Set-Cookie': await keepCookie(context.get(shopContext), 'whatsapp_language', language) },
  });
}
