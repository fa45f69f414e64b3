import { searchArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { MAX_SEARCH, type SearchAnswer } from '#app/ui/layouts/search-box.tsx';
import type { Route } from './+types/search.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<SearchAnswer> {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return { query, artworks: await searchArtworks(context.get(shopContext), query) };
}
