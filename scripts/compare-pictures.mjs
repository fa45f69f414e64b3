import { mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Font rendering changes colours by up to this much. */
const MAX_UNSEEN = 24;

const pictures = (folder) => readdirSync(folder).filter((name) => name.endsWith('.png'));

async function readPixels(path) {
  const { data, info } = await sharp(await readFile(path))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const rawOf = ({ width, height }) => ({ width, height, channels: 3 });

function differingBox(before, after) {
  const width = Math.min(before.width, after.width);
  const height = Math.min(before.height, after.height);
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1, pixels: 0 };
  const widen = (x, y) => {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [was, is] = [(y * before.width + x) * 3, (y * after.width + x) * 3];
      for (let colour = 0; colour < 3; colour++)
        if (Math.abs(before.data[was + colour] - after.data[is + colour]) > MAX_UNSEEN) {
          box.pixels++;
          widen(x, y);
          break;
        }
    }
  const [widest, highest] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  if (widest !== width || highest !== height) {
    box.pixels += widest * highest - width * height;
    widen(widest === width ? 0 : width, highest === height ? 0 : height);
    widen(widest - 1, highest - 1);
  }
  return box.pixels === 0 ? undefined : box;
}

const describe = ({ left, top, right, bottom, pixels }) =>
  `${pixels} pixels, from ${left},${top} to ${right},${bottom}`;

/** Prints a line for each changed picture, and writes the two versions side by side into `differences`. */
export async function comparePictures(before, after, differences) {
  mkdirSync(differences, { recursive: true });
  const [was, is] = [pictures(before), pictures(after)];
  const found = [
    ...was.filter((name) => !is.includes(name)).map((name) => `${name}: gone`),
    ...is.filter((name) => !was.includes(name)).map((name) => `${name}: new`),
  ];
  for (const name of was.filter((name) => is.includes(name))) {
    const [old, now] = await Promise.all([readPixels(join(before, name)), readPixels(join(after, name))]);
    const box = differingBox(old, now);
    if (!box) continue;
    found.push(`${name}: ${describe(box)}`);
    await sharp({
      create: {
        width: old.width + now.width + 20,
        height: Math.max(old.height, now.height),
        channels: 3,
        background: 'black',
      },
    })
      .composite([
        { input: old.data, raw: rawOf(old), left: 0, top: 0 },
        { input: now.data, raw: rawOf(now), left: old.width + 20, top: 0 },
      ])
      .png()
      .toFile(join(differences, name));
  }
  return { found, compared: new Set([...was, ...is]).size };
}
