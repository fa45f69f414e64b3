import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { pinPlaces } from './pin-places.mjs';

test('the PIN code list matches its script, and is complete and small', async () => {
  const file = await readFile(new URL('../app/modules/store/shipping/pin-places.json', import.meta.url), 'utf8');
  const places = JSON.parse(file);
  expect(places).toEqual(await pinPlaces());
  expect(Object.keys(places)).toEqual(STATES_AND_TERRITORIES.toSorted());
  expect(file.length).toBeLessThan(100_000);
});
