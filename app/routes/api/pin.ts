import { placeOfPin } from '#app/modules/store/shipping/pin-places.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/pin.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const found = await placeOfPin(context.get(shopContext), params.pin);
  if (!found.ok)
    return new Response(null, {
      status: 429,
      headers: { 'Retry-After': String(found.data.retryAfterSeconds), 'Cache-Control': 'no-store' },
    });
  return Response.json(found.value ?? null, { headers: { 'Cache-Control': 'public, max-age=86400' } });
}
