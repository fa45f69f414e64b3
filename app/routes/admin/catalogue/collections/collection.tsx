import { Suspense, useEffect, useState } from 'react';
import { Form, useNavigation, href } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import type { EditedCollection } from '#app/modules/catalogue/collections/collection.ts';
import { getCollectionForAdmin, saveCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { collectionForm } from '#app/modules/catalogue/collections/forms.ts';
import { saveCollectionRefusal } from '#app/modules/catalogue/collections/messages.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { rearrange } from '#app/routes/admin/shared/move-item.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Switch, TextArea } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { Picture } from '#app/ui/shop/picture.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import type { Route } from './+types/collection.ts';
import { lazyScript } from '#app/ui/kit/lazy-script.ts';
import { CollectionArtworks } from './collection-artworks.tsx';

const PicturePicker = lazyScript(() => import('#app/routes/admin/catalogue/media/picture-picker.tsx'));

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.collection?.title ?? 'Add Collection')({ matches });

const idIn = (params: object): string | undefined => ('id' in params ? String(params.id) : undefined);

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const id = idIn(params);
  const collection = id === undefined ? undefined : await getCollectionForAdmin(shop, id);
  const picture = collection?.image ? (await picturesByUrl(shop, [collection.image])).get(collection.image) : undefined;
  return { collection, picture, newId: crypto.randomUUID() };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: collectionForm,
    prepare: async (shop, body) => {
      const intent = body.get('intent');
      body.delete('intent');
      const artworks = body.get('artworks');
      const sent = typeof artworks === 'string' ? artworks.split(' ').filter(Boolean) : [];
      const ids = typeof intent === 'string' ? rearrange(sent, intent) : sent;
      body.set('artworks', ids.join(' '));
      const known = await summariesOf(shop, ids);
      return {
        artworks: ids.flatMap((id) => known.get(id) ?? []),
        status: typeof intent === 'string' ? 200 : undefined,
      };
    },
    invalid: (errors) => ({ errors, status: 422 }),
    run: (shop, fields, { params }) => {
      const id = idIn(params);
      return saveCollection(shop, { ...fields, ...(id === undefined ? { isNew: true } : { id }) });
    },
    done: (_saved, _fields, { url }) => listAddress(href('/admin/collections'), url, { done: 'saved' }),
    refused: saveCollectionRefusal,
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

export default function EditCollection({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, picture } = loaderData;
  return (
    <CollectionForm
      key={`${collection?.id} ${collection?.version}`}
      collection={collection}
      newId={loaderData.newId}
      picture={picture}
      sent={actionData && 'artworks' in actionData ? (actionData.artworks as ArtworkSummary[]) : undefined}
    />
  );
}

function CollectionForm({
  collection,
  newId,
  picture: before,
  sent,
}: {
  collection: EditedCollection | undefined;
  newId: string;
  picture: StoredPicture | undefined;
  sent: ArtworkSummary[] | undefined;
}) {
  const { state } = useNavigation();
  const scripted = useHydrated();
  const { field, summary, values, isAgain } = useShopForm({
    known: { title: collection?.title, description: collection?.description, image: collection?.image },
  });
  const [artworks, setArtworks] = useState<ArtworkSummary[]>(sent ?? collection?.artworks ?? []);
  useEffect(() => {
    if (sent) setArtworks(sent);
  }, [sent]);
  const [picture, setPicture] = useState(before);
  const [isPicking, setPicking] = useState(false);
  const [isChanged, setChanged] = useState(isAgain);
  const address = collection ? href('/admin/collections/:id', { id: collection.id }) : href('/admin/collections/new');
  const type = scripted ? 'button' : 'submit';
  const change = (next: ArtworkSummary[]) => {
    setArtworks(next);
    setChanged(true);
  };
  return (
    <>
      <LeaveGuard when={isChanged && state === 'idle'} />
      <ListHead title={collection?.title ?? 'Add Collection'} count="Collections">
        {collection ? (
          <ButtonLink look="card" icon="eye" to={href('/collections/:slug', { slug: collection.slug })}>
            View in shop
          </ButtonLink>
        ) : null}
      </ListHead>
      <Form
        method="post"
        action={address}
        className="panel form max-w-180 p-panel"
        noValidate
        preventScrollReset
        onInput={() => setChanged(true)}
      >
        <ErrorSummary {...summary} />
        {collection ? (
          <input type="hidden" name="version" value={collection.version} />
        ) : (
          <input type="hidden" name="id" value={values.id || newId} />
        )}
        <input type="hidden" name="artworks" value={artworks.map(({ id }) => id).join(' ')} />
        <input type="hidden" name="image" value={picture?.url ?? (scripted ? '' : (values.image ?? ''))} />
        <Field label="Name" {...field('title')} marked required maxLength={100} autoComplete="off" />
        <TextArea label="Description" {...field('description')} rows={3} maxLength={2000} optional />
        <Switch
          label={<b className="font-semibold">In the shop</b>}
          detail="Shown once one of its pieces is published"
          name="published"
          defaultChecked={isAgain ? values.published === 'on' : (collection?.published ?? true)}
        />
        <section className="grid gap-3" aria-labelledby="collection-picture">
          <h2 id="collection-picture" className="font-sans text-base font-semibold">
            Picture
          </h2>
          <div className="flex flex-wrap items-center gap-4">
            {picture ? (
              <Picture picture={picture} alt={picture.alt} sizes="96px" className="h-30 w-24" />
            ) : (
              <p className="muted">Uses the first piece’s photo.</p>
            )}
            <span className="needs-script flex flex-wrap gap-2">
              <Button type="button" look="card" onClick={() => setPicking(true)}>
                Choose from the shop’s photos
              </Button>
              {picture ? (
                <Button
                  type="button"
                  look="quiet"
                  onClick={() => {
                    setPicture(undefined);
                    setChanged(true);
                  }}
                >
                  Use the first piece’s photo
                </Button>
              ) : null}
            </span>
          </div>
        </section>
        <CollectionArtworks artworks={artworks} change={change} type={type} />
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink look="secondary" to={href('/admin/collections')}>
            Cancel
          </ButtonLink>
          <Button busy={state === 'submitting'}>Save collection</Button>
        </div>
      </Form>
      {isPicking ? (
        <Suspense>
          <PicturePicker
            title="Select a photo"
            onClose={() => setPicking(false)}
            onSelect={([chosen]) => {
              if (!chosen) return;
              setPicture(chosen);
              setChanged(true);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
