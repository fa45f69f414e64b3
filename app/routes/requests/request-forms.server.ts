import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asksForData } from '#app/basics/data-address.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import { paise } from '#app/basics/money.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { pictureRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { markSeen, sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { REQUEST_REFUSALS, waitFirst } from '#app/modules/requests/requests/messages.ts';
import { checkUploads, removePicture, uploadPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { MAX_MESSAGE_LENGTH, MAX_PICTURES } from '#app/modules/requests/requests/request.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ActionArgs, formOf } from '#app/routes/form-action.server.ts';
import { limitPictures, takePictures } from '#app/routes/sent-pictures.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { openRequest, type RequestParams } from './open-request.server.ts';

export type RequestArgs = ActionArgs & { params: RequestParams };

export const requestForm = formOf<RequestArgs>();

export const openRequestOf = (shop: Shop, { params, url }: RequestArgs) => openRequest(shop, params, url);

const limit = limitPictures<RequestArgs>(async (shop, args) => checkUploads(shop, await openRequestOf(shop, args)));

/** Throws a 429 before the server receives too many pictures. No form is known yet that could show a message. */
export async function limitRequestPictures(shop: Shop, args: RequestArgs & { visit: Visit }): Promise<undefined> {
  if (await limit(shop, args)) throw new Response(UPLOAD_FAILED, { status: 429, statusText: 'Too Many Requests' });
}

const PICTURE_FIELDS = ['pictures', 'stagePictures', 'clothPictures'];

/** Stores and removes pictures of a form that was sent without JavaScript. Returns the form's pictures. */
export async function prepareRequestPictures(shop: Shop, body: FormData, args: RequestArgs) {
  const sentKey = body.get('key');
  const key = typeof sentKey === 'string' && isUuid(sentKey) ? sentKey : undefined;
  const pictures = new Set(body.getAll('picture').filter((id) => typeof id === 'string' && isUuid(id)) as string[]);
  body.delete('picture');
  const field = PICTURE_FIELDS.find((name) => body.has(name)) ?? 'pictures';
  if (!key) {
    body.delete(field);
    return { pictures: [] };
  }
  const access = await openRequestOf(shop, args);
  const pictureError = await takePictures(body, {
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
  return {
    pictures: [...pictures].slice(0, MAX_PICTURES).map((id) => ({ id })),
    pictureError,
    errors: pictureError === undefined ? undefined : {},
  };
}

export const textSchema = (most: number) => z.string().trim().max(most, `At most ${most} characters`).default('');

const LENGTH_WRONG = 'A length in metres, like 2.5';

/** Reads a length such as '2.5' or '2,50 m' as whole centimetres. */
export const lengthSchema = z
  .string({ error: LENGTH_WRONG })
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?( ?m)?$/i, LENGTH_WRONG)
  .transform((text) => Math.round(Number.parseFloat(text.replace(',', '.')) * 100))
  .pipe(z.number().min(1, LENGTH_WRONG).max(10_000, 'At most 100 metres'));

/** `sentTo` returns the next address for a browser without JavaScript. */
export const messageForm = (sentTo: (args: RequestArgs) => string) =>
  requestForm({
    schema: z.strictObject({
      key: uuidSchema,
      body: textSchema(MAX_MESSAGE_LENGTH),
      seen: uuidSchema.optional(),
    }),
    prepare: prepareRequestPictures,
    run: async (shop, { seen, ...message }, args) => {
      const access = await openRequestOf(shop, args);
      const sent = await sendMessage(shop, access, message);
      await markSeen(shop, access, seen);
      return sent;
    },
    done: (_sent, _message, args) => (asksForData(args.request) ? { nextKey: randomUUID() } : sentTo(args)),
    refused: {
      'empty-message': { errors: { body: REQUEST_REFUSALS['empty-message'] }, status: 400 },
      'not-now': REQUEST_REFUSALS['not-now'],
      'too-many': ({ data }) => `Too many messages. Try again in ${formatMinutes(data.retryAfterSeconds)}.`,
    },
  });

export const seenForm = requestForm({
  schema: z.strictObject({ seen: uuidSchema }),
  run: async (shop, { seen }, args) => markSeen(shop, await openRequestOf(shop, args), seen),
  done: () => ({ ok: true }),
  refused: {},
});

/** `cancellationFee` is the fee that the page showed, in paise. */
export const cancelSchema = z.strictObject({
  reason: textSchema(1000),
  cancellationFee: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform((text) => paise(Number(text)))
    .optional(),
});

type PictureRefused = Extract<Awaited<ReturnType<typeof uploadPicture>>, { ok: false }>;

export function requestPictureRefusal(refusal: PictureRefused): string {
  if (refusal.reason === 'enough-pictures') return REQUEST_REFUSALS[refusal.reason];
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${waitFirst(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}
