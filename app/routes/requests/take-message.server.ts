import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { done } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import type { RequestAccess } from '#app/modules/requests/requests/access.ts';
import { MAX_PICTURES } from '#app/modules/requests/requests/request.ts';
import { checkUploads, removePicture, uploadPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { COMMISSION_REFUSALS } from '#app/modules/requests/requests/messages.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { takePictures } from '#app/routes/sent-pictures.server.ts';
import { commissionPictureRefusal } from './picture-refusal.ts';
import type { CommissionAnswer } from './post-page.ts';

/** The form without JavaScript carries its pictures too. */
const ONLY_FIELDS_BYTES = 64 * 1024;

/** What the file fields of a page's forms are called: each has a name of its own. */
const PICTURE_FIELDS = ['pictures', 'stagePictures', 'clothPictures'];

/**
 * A form of a commission, read. Pictures that came with it, as they do without JavaScript, are taken under its key, and those
 * to remove are removed; `pictures` are those that were sent before and now. Throws 429 where too many came.
 */
export async function readCommissionForm(shop: Shop, access: RequestAccess, request: Request) {
  const isLarge = Number(request.headers.get('content-length') ?? Infinity) > ONLY_FIELDS_BYTES;
  const allowed = isLarge ? await checkUploads(shop, access) : done();
  if (!allowed.ok) throw new Response(UPLOAD_FAILED, tooManyRequests(allowed));
  const form = await request.formData();
  const sent = form.get('key');
  const key = typeof sent === 'string' && isUuid(sent) ? sent : undefined;
  const pictures = new Set(form.getAll('picture').filter((id) => typeof id === 'string' && isUuid(id)) as string[]);
  form.delete('picture');
  const field = PICTURE_FIELDS.find((name) => form.has(name)) ?? 'pictures';
  if (!key) {
    form.delete(field);
    return { form, pictures: [], pictureError: undefined };
  }
  const pictureError = await takePictures(form, {
    field,
    most: MAX_PICTURES,
    add: async (bytes) => {
      const taken = await uploadPicture(shop, access, { key, bytes });
      if (!taken.ok) return commissionPictureRefusal(taken);
      pictures.add(taken.value.id);
      return undefined;
    },
    remove: async (id) => {
      if (isUuid(id)) await removePicture(shop, access, { key, id });
      pictures.delete(id);
    },
  });
  return { form, pictures: [...pictures].slice(0, MAX_PICTURES).map((id) => ({ id })), pictureError };
}

export type CommissionForm = Awaited<ReturnType<typeof readCommissionForm>>;

/** Sends what was written; undefined where a page without JavaScript is to be shown anew. */
export async function takeMessage(
  shop: Shop,
  access: RequestAccess,
  message: { key: string; body: string },
  { pictures, pictureError }: Pick<CommissionForm, 'pictures' | 'pictureError'>,
  isScripted: boolean,
) {
  const typed = { intent: 'message', ...message };
  const refuse = (status: number | ResponseInit, answer: CommissionAnswer) =>
    data<CommissionAnswer>({ ...answer, typed, pictures, pictureError }, status);
  if (pictureError) return refuse(400, {});
  const sent = await sendMessage(shop, access, message);
  if (sent.ok) return isScripted ? data<CommissionAnswer>({ nextKey: randomUUID() }) : undefined;
  if (sent.reason === 'too-many')
    return refuse(tooManyRequests(sent), {
      formError: `That was a lot of messages. Please try again in ${formatMinutes(sent.data.retryAfterSeconds)}.`,
    });
  return sent.reason === 'empty-message'
    ? refuse(400, { errors: { body: COMMISSION_REFUSALS[sent.reason] } })
    : refuse(409, { formError: COMMISSION_REFUSALS[sent.reason] });
}

/** The router's own script asks for data; a form without it asks for the address itself. */
export const isScripted = (request: Request): boolean => new URL(request.url).pathname.endsWith('.data');
