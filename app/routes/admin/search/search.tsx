import { Form, href } from 'react-router';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import type { Route } from './+types/search.ts';
import { findEverything } from './find-everything.server.ts';
import { Hits } from './hits.tsx';

export const meta = adminMeta('Search');

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = (url.searchParams.get('q') ?? '').slice(0, 100);
  return { query, groups: await findEverything(context.get(shopContext), query) };
}

export default function Search({ loaderData: { query, groups } }: Route.ComponentProps) {
  return (
    <>
      <ListHead title="Search" count="Orders, artworks, people, requests, messages, settings and pages" />
      <Form action={href('/admin/search')} role="search" className="max-w-104">
        <SearchField label="Search everything" placeholder="Number, name, title or setting" value={query} />
      </Form>
      <Hits groups={groups} query={query} level="h2" />
    </>
  );
}
