import { expect, test } from 'vitest';
import { takePictures } from './sent-pictures.server.ts';

const take = async (names: string[]) => {
  const form = new FormData();
  for (const name of names) form.append('picture', new File([name], name));
  const taken: string[] = [];
  const problem = await takePictures(form, {
    field: 'picture',
    most: 2,
    add: async (bytes) => {
      const name = new TextDecoder().decode(bytes);
      if (name.startsWith('bad')) return 'Please select an image file';
      taken.push(name);
      return undefined;
    },
    remove: async () => {},
  });
  return { taken, problem };
};

test('a refused picture uses no slot, and is named', async () => {
  expect(await take(['bad1', 'one', 'two', 'three'])).toEqual({
    taken: ['one', 'two'],
    problem: 'bad1: Please select an image file',
  });
  expect(await take(['bad1', 'bad2', 'bad3', 'one'])).toEqual({
    taken: [],
    problem: 'bad1: Please select an image file bad2: Please select an image file',
  });
});
