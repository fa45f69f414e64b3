import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { data, type ShouldRevalidateFunctionArgs, href } from 'react-router';
import { categoryNames, getArtwork, saveArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworkFormSchema, IMAGE_SEPARATOR } from '#app/modules/catalogue/artworks/forms.ts';
import { LAW_ASKS, saveRefusal } from '#app/modules/catalogue/artworks/messages.ts';
import { sumHeld } from '#app/modules/orders/holds/hold.ts';
import { countHeld } from '#app/modules/orders/holds/holds.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { SOME_UPLOADS_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { storeSentPictures } from '#app/routes/admin/catalogue/media/store-sent-pictures.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { rearrange } from '#app/routes/admin/shared/move-item.ts';
import type { Route } from './+types/artwork.ts';
import type { FormAnswer } from '#app/routes/admin/catalogue/artworks/form/draft.ts';
import { ArtworkForm } from './form/form.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.artwork?.title ?? 'Add Artwork')({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, categories] = await Promise.all([
    params.id === undefined ? null : getArtwork(shop, params.id),
    categoryNames(shop),
  ]);
  const held = artwork ? sumHeld(await countHeld(shop, [artwork.id]), artwork.id) : 0;
  return { artwork, held, categories, today: shop.now, newId: crypto.randomUUID() };
}

/** Saves the piece; without a script also takes pictures in, and orders and removes them. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  form.delete('intent');
  const failed = await takePicturesIn(shop, form);
  if (intent)
    form.set(
      'images',
      rearrange(textOf(form, 'images').split(IMAGE_SEPARATOR).filter(Boolean), intent).join(IMAGE_SEPARATOR),
    );
  if (params.id !== undefined) form.set('id', params.id);
  const read = readFields(form, artworkFormSchema);
  const again = async (answer: FormAnswer, status: number) => {
    const urls = (read.typed.images ?? '').split(IMAGE_SEPARATOR).filter(Boolean);
    const pictures = [...(await picturesByUrl(shop, urls)).values()];
    return data<FormAnswer>({ typed: read.typed, pictures, ...answer }, status);
  };
  if (failed.length > 0) return again({ formError: [SOME_UPLOADS_FAILED, ...failed].join(' ') }, 422);
  if (intent) return again({}, 200);
  if (!read.ok) return again({ errors: read.errors }, 422);
  const saved = await saveArtwork(shop, read.value, { isNew: params.id === undefined });
  if (saved.ok) return seeOther(href('/admin/artworks'), url, { done: 'save', of: saved.value.id });
  if (saved.reason === 'skin-care-facts')
    return again({ errors: Object.fromEntries(saved.data.missing.map((name) => [name, LAW_ASKS])) }, 422);
  const conflict = saved.reason === 'changed-meanwhile' ? saved.data : undefined;
  return again({ conflict, formError: saveRefusal(saved) }, 409);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Files that came with the form of a browser without a script; their addresses join the others'. */
async function takePicturesIn(shop: Shop, form: FormData): Promise<string[]> {
  const { urls, failed } = await storeSentPictures(shop, form);
  form.set('images', [textOf(form, 'images'), ...urls].filter(Boolean).join(IMAGE_SEPARATOR));
  form.delete('picture');
  return failed;
}

/** Read again only when another piece is shown: what is typed here is compared with what was read. */
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
