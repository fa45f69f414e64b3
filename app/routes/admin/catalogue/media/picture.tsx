import { Suspense, useState } from 'react';
import { Form, Link, useSearchParams, href } from 'react-router';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { usesOfPictures } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { requestOfPicture } from '#app/modules/requests/requests/shop-photos.server.ts';
import { cropSchema, pictureDetailsSchema } from '#app/modules/catalogue/media/forms.ts';
import { cropPicture, describePicture } from '#app/modules/catalogue/media/media.server.ts';
import { getPicture } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { formatFileSize } from '#app/modules/catalogue/media/picture.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Failed } from '#app/routes/admin/shared/done.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Spinner } from '#app/ui/kit/loading-mark.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/picture.ts';
import { lazyScript } from '#app/ui/kit/lazy-script.ts';
import { FocalPoint } from './focal-point.tsx';

const CropBox = lazyScript(() => import('./crop-box.tsx'));

export const meta = adminMeta('Picture');

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const picture = await getPicture(shop, params.id);
  const [uses, shownRequest] = await Promise.all([
    usesOfPictures(shop, [picture.url]),
    requestOfPicture(shop, picture.filename),
  ]);
  return { picture, uses, shownRequest };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction({
  '': form({
    schema: pictureDetailsSchema,
    invalid: (errors) => ({ errors, status: 422 }),
    run: (shop, details, { params }) => describePicture(shop, params.id, details),
    done: (_described, _details, { params: { id }, url }) =>
      listAddress(href('/admin/media/:id', { id }), url, { saved: '1' }),
    refused: {},
  }),
  crop: form({
    schema: cropSchema,
    run: (shop, area, { params }) => cropPicture(shop, params.id, area),
    done: (cut, _area, { url }) => listAddress(href('/admin/media/:id', { id: cut.id }), url, { cropped: '1' }),
    refused: ({ reason }, _area, { params: { id }, url }) => ({
      to: listAddress(href('/admin/media/:id', { id }), url, { refused: reason }),
    }),
    back: ({ params: { id } }) => href('/admin/media/:id', { id }),
  }),
});

export default function PictureSheet({ loaderData: { picture, uses, shownRequest } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  const { field } = useShopForm({ known: { altText: picture.alt } });
  const here = href('/admin/media/:id', { id: picture.id });
  // The id of the new picture that the crop creates.
  const [cropped, setCropped] = useState<string>();
  const isCropping = cropped === picture.id;
  return (
    <Dialog
      open
      drawer
      closeTo={`${href('/admin/media')}${listSearch}`}
      title="Photo"
      foot={
        isCropping ? undefined : (
          <Button size="small" form="picture-details">
            Save
          </Button>
        )
      }
    >
      <p className="font-semibold wrap-anywhere">{picture.filename}</p>
      <p className="meta num">
        {formatFileSize(picture.size)} · {picture.width} × {picture.height} px · uploaded{' '}
        {formatMoment(picture.uploadedAt)}
      </p>
      {shownRequest ? (
        <p>
          From{' '}
          <Link className="link num" to={href('/admin/requests/:id', { id: shownRequest.requestId })}>
            commission {shownRequest.number}
          </Link>
          {shownRequest.photoConsentAt
            ? `. The customer allowed it on ${formatDay(shownRequest.photoConsentAt)}. If they withdraw, we remove it from Photos and every artwork.`
            : '. The customer withdrew permission. We are removing it from Photos and every artwork.'}
        </p>
      ) : null}
      {search.has('saved') ? <Note tone="done">Saved.</Note> : null}
      {search.has('cropped') ? <Note tone="done">Saved as a new photo. The original is still in Photos.</Note> : null}
      {search.get('refused') === 'not-inside' ? (
        <Note tone="alert">That area is too small. Crop at least 50 × 50 pixels.</Note>
      ) : null}
      {isCropping ? (
        <Suspense fallback={<Spinner />}>
          <CropBox picture={picture} action={here} onCancel={() => setCropped(undefined)} />
        </Suspense>
      ) : (
        <>
          <Form
            id="picture-details"
            key={picture.id}
            method="post"
            action={`${here}${listSearch}`}
            preventScrollReset
            className="grid grid-cols-1 gap-4"
          >
            <Failed />
            <FocalPoint picture={picture} />
            <TextArea
              label="Description"
              {...field('altText')}
              hint="For screen readers and search engines."
              maxLength={300}
              rows={2}
              className="field-low"
            />
          </Form>
          <Button
            type="button"
            look="card"
            icon="edit"
            className="needs-script justify-self-start"
            onClick={() => setCropped(picture.id)}
          >
            Crop
          </Button>
        </>
      )}
      <section className="grid gap-1">
        <h3 className="font-sans font-semibold text-base tracking-normal">Used by</h3>
        {uses.length === 0 ? (
          <p className="muted">Not used by any artwork.</p>
        ) : (
          <ul>
            {uses.map(({ id, title }) => (
              <li key={id}>
                <Link
                  className="link inline-flex min-h-11 items-center wrap-anywhere"
                  to={href('/admin/artworks/:id', { id })}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isCropping ? null : (
        <div>
          <ButtonLink
            look="destructive"
            size="small"
            icon="trash"
            to={`${here}/delete${listSearch}`}
            preventScrollReset
          >
            Delete
          </ButtonLink>
        </div>
      )}
    </Dialog>
  );
}
