import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { comparePictures } from './compare-pictures.mjs';

function folder() {
  const made = mkdtempSync(join(tmpdir(), 'bisvar-pictures-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } });
const dot = {
  input: { create: { width: 2, height: 1, channels: 3, background: '#c02020' } },
  left: 5,
  top: 7,
} as const;

test('lists changed, resized, new and missing screenshots of two folders', async () => {
  const [before, after, differences] = [folder(), folder(), folder()];
  for (const at of [before, after]) await plain(20, 20).png().toFile(join(at, 'same.png'));
  await plain(20, 20).png().toFile(join(before, 'changed.png'));
  await plain(20, 20).composite([dot]).png().toFile(join(after, 'changed.png'));
  await plain(20, 20).png().toFile(join(before, 'longer.png'));
  await plain(20, 23).png().toFile(join(after, 'longer.png'));
  await plain(20, 20).png().toFile(join(before, 'gone.png'));
  await plain(20, 20).png().toFile(join(after, 'new.png'));
  expect(await comparePictures(before, after, differences)).toEqual({
    compared: 5,
    found: [
      'gone.png: gone',
      'new.png: new',
      'changed.png: 2 pixels, from 5,7 to 6,7',
      'longer.png: 60 pixels, from 0,20 to 19,22',
    ],
  });
  expect(readdirSync(differences).sort()).toEqual(['changed.png', 'longer.png']);
});
