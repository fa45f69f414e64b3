import { type ShouldRevalidateFunctionArgs, href } from 'react-router';
import { categoryNames, getArtwork, saveArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworkFormSchema, IMAGE_SEPARATOR } from '#app/modules/catalogue/artworks/forms.ts';
import { ABOVE_MRP, LAW_ASKS, saveRefusal } from '#app/modules/catalogue/artworks/messages.ts';
import { netPriceRates } from '#app/modules/catalogue/artworks/typed-price.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { sumHeld } from '#app/modules/orders/holds/hold.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { SOME_UPLOADS_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { storeSentPictures } from '#app/routes/admin/catalogue/media/store-sent-pictures.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { rearrange } from '#app/routes/admin/shared/move-item.ts';
import type { Route } from './+types/artwork.ts';
import type { FormAnswer } from '#app/routes/admin/catalogue/artworks/form/draft.ts';
import { ArtworkForm } from './form/form.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.artwork?.title ?? 'Add Artwork')({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, categories, settings] = await Promise.all([
    params.id === undefined ? null : getArtwork(shop, params.id),
    categoryNames(shop),
    getSettings(shop),
  ]);
  const held = artwork ? sumHeld(await countHeld(shop, [artwork.id]), artwork.id) : 0;
  const isRegistered = settings.seller.status !== 'unregistered';
  return { artwork, held, categories, isRegistered, rates: netPriceRates(settings), newId: crypto.randomUUID() };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: artworkFormSchema,
    prepare: async (shop, body, { params }) => {
      const intent = textOf(body, 'intent');
      body.delete('intent');
      const failed = await takePicturesIn(shop, body);
      const sent = textOf(body, 'images').split(IMAGE_SEPARATOR).filter(Boolean);
      const images = intent ? rearrange(sent, intent) : sent;
      body.set('images', images.join(IMAGE_SEPARATOR));
      if (params.id !== undefined) body.set('id', params.id);
      const pictures = [...(await picturesByUrl(shop, images)).values()];
      if (failed.length > 0) return { pictures, formError: [SOME_UPLOADS_FAILED, ...failed].join(' '), status: 422 };
      return { pictures, status: intent ? 200 : undefined };
    },
    invalid: (errors) => ({ errors, status: 422 }),
    run: (shop, fields, { params }) => saveArtwork(shop, fields, { isNew: params.id === undefined }),
    done: ({ id }, _fields, { url }) => listAddress(href('/admin/artworks'), url, { done: 'save', of: id }),
    refused(refusal) {
      if (refusal.reason === 'skin-care-facts')
        return { errors: Object.fromEntries(refusal.data.missing.map((name) => [name, LAW_ASKS])), status: 422 };
      if (refusal.reason === 'price-above-mrp') return { errors: { price: ABOVE_MRP }, status: 422 };
      return { formError: saveRefusal(refusal), conflict: refusal.reason === 'stale' ? refusal.data : undefined };
    },
  }),
);

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

async function takePicturesIn(shop: Shop, form: FormData): Promise<string[]> {
  const { urls, failed } = await storeSentPictures(shop, form);
  form.set('images', [textOf(form, 'images'), ...urls].filter(Boolean).join(IMAGE_SEPARATOR));
  form.delete('picture');
  return failed;
}

/** The server compares edits with the loaded version, so the page reloads only for another piece. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

const NO_ANSWER: FormAnswer = {};

export default function EditArtwork({ loaderData, actionData }: Route.ComponentProps) {
  const { artwork } = loaderData;
  return (
    <ArtworkForm
      key={`${artwork?.id} ${artwork?.version}`}
      {...loaderData}
      answer={(actionData as FormAnswer | undefined) ?? NO_ANSWER}
    />
  );
}
