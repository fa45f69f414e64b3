import { formatMinutes } from '#app/basics/duration.ts';
import { gatherMyData } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/data.ts';

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const gathered = await gatherMyData(context.get(shopContext));
  if (!gathered.ok)
    return new Response(`Too many downloads. Try again in ${formatMinutes(gathered.data.retryAfterSeconds)}.`, {
      status: 429,
      headers: { 'Retry-After': String(gathered.data.retryAfterSeconds), 'Cache-Control': 'no-store' },
    });
  return new Response(JSON.stringify(gathered.value, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bisvar-my-data.json"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
