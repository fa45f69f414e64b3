import { Link, Outlet, useOutletContext, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { ownValue } from '#app/basics/own-value.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { listCollectionsForAdmin, moveCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { COLLECTION_DELETED, COLLECTION_SAVED } from '#app/modules/catalogue/collections/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink, IconButton } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/collections.ts';

export const meta = adminMeta('Collections');

export const loader = async ({ context }: Route.LoaderArgs) => ({
  collections: await listCollectionsForAdmin(context.get(shopContext)),
});

const form = formOf();

export const action = formAction({
  move: form({
    schema: z.strictObject({ id: uuidSchema, by: z.enum(['-1', '1']) }),
    run: (shop, { id, by }) => moveCollection(shop, id, by === '1' ? 1 : -1),
    done: (_moved, _fields, { url }) => listAddress(href('/admin/collections'), url),
    refused: {},
    back: () => href('/admin/collections'),
  }),
});

const DONE: Record<string, string> = { saved: COLLECTION_SAVED, deleted: COLLECTION_DELETED };

export default function Collections({ loaderData: { collections } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const context = useOutletContext();
  const done = ownValue(DONE, search.get('done'));
  return (
    <>
      <ListHead title="Collections" count={countOf(collections.length, 'collection')}>
        <ButtonLink icon="plus" to={href('/admin/collections/new')}>
          Add Collection
        </ButtonLink>
      </ListHead>
      {done ? <Note tone="done">{done}</Note> : null}
      {collections.length === 0 ? (
        <EmptyState
          title="No collections yet"
          action={
            <ButtonLink look="secondary" to={href('/admin/collections/new')}>
              Add Collection
            </ButtonLink>
          }
        >
          Group pieces for a festival, a wedding or a home. A collection appears in the menu once it has a piece.
        </EmptyState>
      ) : (
        <ol className="panel" aria-label="Collections, in the shop’s order">
          {collections.map((collection, place) => (
            <li
              key={collection.id}
              className="relative border-line px-panel py-2.5 not-first:border-t hover:bg-sand/45"
            >
              <ActionForm
                action={href('/admin/collections')}
                intent="move"
                className="grid grid-cols-thumb-rest-auto items-center gap-3.5"
              >
                <input type="hidden" name="id" value={collection.id} />
                <Picture
                  picture={collection.picture}
                  alt=""
                  title={collection.title}
                  sizes="48px"
                  className="h-15 w-12"
                />
                <span className="min-w-0 leading-snug">
                  <Link
                    className="font-semibold wrap-anywhere after:absolute after:inset-0"
                    to={href('/admin/collections/:id', { id: collection.id })}
                  >
                    {collection.title}
                  </Link>
                  <span className="meta num flex flex-wrap items-center gap-x-2">
                    {countOf(collection.count, 'piece')} in the shop
                    {collection.published ? null : (
                      <Badge tone="haldi" plain>
                        Draft
                      </Badge>
                    )}
                  </span>
                </span>
                <span className="relative z-10 flex items-center">
                  <Move title={collection.title} by="-1" disabled={place === 0} />
                  <Move title={collection.title} by="1" disabled={place === collections.length - 1} />
                  <RowMenu label={`Actions for ${collection.title}`}>
                    <Link to={href('/admin/collections/:id', { id: collection.id })}>Edit</Link>
                    <Link to={href('/collections/:slug', { slug: collection.slug })}>View in shop</Link>
                    <Link
                      to={href('/admin/collections/:id/delete', { id: collection.id })}
                      preventScrollReset
                      className="text-alert"
                    >
                      Delete
                    </Link>
                  </RowMenu>
                </span>
              </ActionForm>
            </li>
          ))}
        </ol>
      )}
      <Outlet context={context} />
    </>
  );
}

function Move({ title, by, disabled }: { title: string; by: '-1' | '1'; disabled: boolean }) {
  return (
    <IconButton
      icon="down"
      small
      type="submit"
      name="by"
      value={by}
      disabled={disabled}
      label={`Move ${title} ${by === '1' ? 'later' : 'earlier'}`}
      className={by === '1' ? undefined : 'rotate-180'}
    />
  );
}
