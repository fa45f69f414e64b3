import { writeGoogleFeed } from '#app/modules/catalogue/feeds/feeds.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/google-feed.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await writeGoogleFeed(context.get(shopContext)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
