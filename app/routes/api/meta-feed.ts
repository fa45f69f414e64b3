import { writeMetaFeed } from '#app/modules/catalogue/feeds/feeds.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/meta-feed.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await writeMetaFeed(context.get(shopContext)), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
