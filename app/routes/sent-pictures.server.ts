/**
 * Does to the private pictures of a form what it says when it is sent without JavaScript: `remove` names those to take out,
 * `field` brings new ones, `most` of each at most. Takes both out of the form. `add` answers what was wrong with a picture;
 * the first trouble ends it and is answered with the file's name.
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
  for (const file of chosen.slice(0, most)) {
    const problem = await add(await file.bytes());
    if (problem !== undefined) return `${file.name}: ${problem}`;
  }
  return undefined;
}
