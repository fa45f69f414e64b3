import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

const uploadSchema = z.object({ picture: z.instanceof(File), key: uuidSchema.optional() });

/** A picture as a page's script sends it: `fileKey` is that by which one that is sent again is known. */
type SentPicture = { bytes: Uint8Array; fileName: string; fileKey?: string };

/** One picture as a page's script sends it; undefined for anything else. */
export async function readUpload(request: Request): Promise<SentPicture | undefined> {
  const { data } = uploadSchema.safeParse(Object.fromEntries(await request.formData()));
  return data && { bytes: await data.picture.bytes(), fileName: data.picture.name, fileKey: data.key };
}

/**
 * Does to the private pictures of a form what it says when it is sent without JavaScript: `remove` names those to take out,
 * `field` brings new ones, `most` of each at most. Takes both out of the form. `add` answers what was wrong with a picture,
 * which then takes up no place; the troubles are answered with the files' names.
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
