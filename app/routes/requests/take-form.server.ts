import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { asksForData } from '#app/basics/data-address.ts';
import { done } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import { MAX_MESSAGE_LENGTH, MAX_PICTURES, type RequestAccess } from '#app/modules/requests/requests/request.ts';
import { checkUploads, removePicture, uploadPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { markSeen, sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { REQUEST_REFUSALS, waitFirst } from '#app/modules/requests/requests/messages.ts';
import { pictureRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { takePictures } from '#app/routes/sent-pictures.server.ts';
import type { RequestPageAnswer } from './request-answer.ts';
import { z } from 'zod';
import { paise } from '#app/basics/money.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

/** The form without JavaScript carries its pictures too. */
const ONLY_FIELDS_BYTES = 64 * 1024;

/** What the file fields of a page's forms are called: each has a name of its own. */
const PICTURE_FIELDS = ['pictures', 'stagePictures', 'clothPictures'];

/**
 * A form of a request, read. Pictures that came with it, as they do without JavaScript, are taken under its key, and those
 * to remove are removed; `pictures` are those that were sent before and now. Throws 429 where too many came.
 */
export async function readRequestForm(shop: Shop, access: RequestAccess, request: Request) {
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
      if (!taken.ok) return requestPictureRefusal(taken);
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

export type RequestForm = Awaited<ReturnType<typeof readRequestForm>>;

/**
 * Sends what was written and marks as seen what the page showed of the other side; undefined where a page without JavaScript is to be
 * shown again.
 */
export async function takeMessage(
  shop: Shop,
  access: RequestAccess,
  { seen, ...message }: z.infer<typeof messageForm>,
  { pictures, pictureError }: Pick<RequestForm, 'pictures' | 'pictureError'>,
  request: Request,
) {
  const refuse = (status: number | ResponseInit, answer: RequestPageAnswer) =>
    data<RequestPageAnswer>({ ...answer, typed: message, pictures, pictureError }, status);
  const sent = pictureError ? undefined : await sendMessage(shop, access, message);
  await markSeen(shop, access, seen);
  if (!sent) return refuse(400, {});
  // The router's own script asks for data; a form without it asks for the address itself.
  if (sent.ok) return asksForData(request) ? data<RequestPageAnswer>({ nextKey: randomUUID() }) : undefined;
  if (sent.reason === 'too-many')
    return refuse(tooManyRequests(sent), {
      formError: `That was a lot of messages. Please try again in ${formatMinutes(sent.data.retryAfterSeconds)}.`,
    });
  return sent.reason === 'empty-message'
    ? refuse(400, { errors: { body: REQUEST_REFUSALS[sent.reason] } })
    : refuse(409, { formError: REQUEST_REFUSALS[sent.reason] });
}

/** A text that may stay empty. */
export const textSchema = (most: number) => z.string().trim().max(most, `At most ${most} characters`).default('');

const LENGTH_WRONG = 'A length in metres, like 2.5';

/** A length of cloth as people write it, in whole centimetres: '2.5', '2,50 m'. */
export const lengthSchema = z
  .string({ error: LENGTH_WRONG })
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?( ?m)?$/i, LENGTH_WRONG)
  .transform((text) => Math.round(Number.parseFloat(text.replace(',', '.')) * 100))
  .pipe(z.number().min(1, LENGTH_WRONG).max(10_000, 'At most 100 metres'));

export const messageForm = z.strictObject({
  intent: z.literal('message'),
  key: uuidSchema,
  body: textSchema(MAX_MESSAGE_LENGTH),
  /** The newest message of the other side that the page showed. */
  seen: uuidSchema.optional(),
});

/** `cancellationFee`: what was said to be kept, in paise. */
export const cancelForm = z.strictObject({
  intent: z.literal('cancel'),
  reason: textSchema(1000),
  cancellationFee: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform((text) => paise(Number(text)))
    .optional(),
});

type PictureRefused = Extract<Awaited<ReturnType<typeof uploadPicture>>, { ok: false }>;

/** Why a picture of the conversation or of a stage wasn't taken. */
export function requestPictureRefusal(refusal: PictureRefused): string {
  if (refusal.reason === 'enough-pictures') return REQUEST_REFUSALS[refusal.reason];
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${waitFirst(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}
