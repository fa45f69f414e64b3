import { z } from 'zod';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ActionArgs, formAction, formOf } from './form-action.server.ts';
import type { Visit } from './visit.server.ts';

type WithVisit<Args> = Args & { visit: Visit };
type CheckLimit<Args> = (shop: Shop, args: Args) => Promise<Result<undefined, TooMany>>;

const ONLY_FIELDS_BYTES = 64 * 1024;

export const limitPictures =
  <Args extends ActionArgs>(check: CheckLimit<Args>) =>
  async (shop: Shop, args: WithVisit<Args>) => {
    const isLarge = Number(args.request.headers.get('content-length') ?? Infinity) > ONLY_FIELDS_BYTES;
    const allowed = isLarge ? await check(shop, args) : done();
    if (allowed.ok) return undefined;
    args.visit.retryAfterSeconds = allowed.data.retryAfterSeconds;
    return { message: UPLOAD_FAILED, formError: UPLOAD_FAILED };
  };

type SentPicture = { bytes: Uint8Array; fileName: string; fileKey?: string };

const pictureSchema = z.object({ picture: z.tuple([z.instanceof(File)]), key: uuidSchema.optional() });
const unlinkSchema = z.strictObject({ id: z.string() });

/** Returns the action that takes uploads of a script, one at a time, and the intent `remove`. Answers with JSON. */
export const uploadActionOf =
  <Args extends ActionArgs = ActionArgs>() =>
  <Refusal extends Refused>({
    check,
    take,
    refusal,
    remove,
  }: {
    check: CheckLimit<Args>;
    take: (shop: Shop, picture: SentPicture, args: WithVisit<Args>) => Promise<Result<object, Refusal>>;
    refusal: (refusal: Refusal) => string;
    remove: (shop: Shop, id: string, args: Args) => Promise<string | void>;
  }) => {
    const form = formOf<Args>();
    const upload = form({
      schema: pictureSchema,
      lists: ['picture'],
      invalid: () => ({ message: UPLOAD_FAILED }),
      run: async (shop, { picture: [file], key: fileKey }, args) =>
        take(shop, { bytes: await file.bytes(), fileName: file.name, fileKey }, args) as Promise<
          Result<object, Refused>
        >,
      done: (taken) => Response.json({ ok: true, ...taken }, { status: 201 }),
      refused: (refused) => ({
        message: refusal(refused as Refusal),
        status: refused.reason === 'too-many' ? 429 : 400,
      }),
    });
    const unlink = form({
      schema: unlinkSchema,
      run: async (shop, { id }, args) => {
        const message = await remove(shop, id, args);
        return message === undefined ? done() : refused('stays', message);
      },
      done: () => ({ ok: true }),
      refused: { stays: ({ data: message }) => ({ message }) },
    });
    return formAction<Args>({ '': upload, remove: unlink }, { before: limitPictures(check) });
  };

/**
 * Stores and removes pictures of a form that was sent without JavaScript, at most `most` each. Returns errors with file
 * names.
 */
export async function takePictures(
  form: FormData,
  {
    field,
    most,
    add,
    remove,
  }: {
    field: string;
    most: number;
    add: (bytes: Uint8Array) => Promise<string | undefined>;
    remove: (id: string) => Promise<void>;
  },
): Promise<string | undefined> {
  const removed = form.getAll('remove').filter((id) => typeof id === 'string');
  const chosen = form.getAll(field).filter((file): file is File => file instanceof File && file.size > 0);
  form.delete('remove');
  form.delete(field);
  for (const id of removed.slice(0, most)) await remove(id);
  const problems: string[] = [];
  let taken = 0;
  for (const file of chosen) {
    if (taken === most || problems.length === most) break;
    const problem = await add(await file.bytes());
    if (problem === undefined) taken += 1;
    else problems.push(`${file.name}: ${problem}`);
  }
  return problems.join(' ') || undefined;
}
