import { getMessage } from '#app/modules/messaging/messages/messages.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/mail.ts';

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox`;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { bodyHtml, bodyText } = await getMessage(context.get(shopContext), params.id);
  return new Response(bodyHtml ?? bodyText, {
    headers: {
      'Content-Type': bodyHtml === null ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  });
}
