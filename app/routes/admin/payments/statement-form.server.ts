import { textOfFile } from '#app/modules/payments/bank/file.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Returns pasted text and the text of files. Reports files that contain no text. */
export async function takeStatement(_shop: Shop, form: FormData): Promise<{ text: string; noText: boolean }> {
  const texts: (string | undefined)[] = [];
  for (const name of ['statement', 'file']) {
    for (const value of form.getAll(name))
      texts.push(typeof value === 'string' ? value : textOfFile(await value.bytes()));
    form.delete(name);
  }
  return { text: texts.filter((text) => text?.trim()).join('\n'), noText: texts.includes(undefined) };
}
