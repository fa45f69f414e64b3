import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { done, refused, type Result } from '#app/basics/result.ts';
import type { CropArea } from '#app/modules/catalogue/media/forms.ts';
import { isTooLarge, MAX_MEGAPIXELS, type PictureRefusal } from '#app/modules/catalogue/media/messages.ts';

const TAKEN_TYPES = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif']);
const WIDTHS = [160, 400, 800, 1200];
const MAX_SIZE = { width: 1600, height: 2400 };

// Allows libvips to load only the accepted formats, and only from memory (T11).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);

const SHARED = { width: 1200, height: 630 };

/**
 * The encoder's lowest effort: 28 pictures take 11 s on two cores instead of 180 s, and are still 45% smaller than
 * WebP.
 */
const QUICK = 0;

export type MadePicture = {
  width: number;
  height: number;
  widths: number[];
  preview: string;
  whole: Uint8Array;
  files: { width: number; format: 'avif' | 'webp'; bytes: Uint8Array }[];
};

/**
 * Validates and re-encodes a file: upright, first frame, sRGB, no metadata. Refuses other formats, 5 MB or more, and
 * over 40 megapixels. Processes at most two files at a time.
 */
export async function makePicture(
  bytes: Uint8Array,
  { avifEffort = QUICK, widths = WIDTHS }: { avifEffort?: number; widths?: readonly number[] } = {},
): Promise<Result<MadePicture, PictureRefusal>> {
  return validate(bytes, (pixels) => encode(pixels, avifEffort, widths));
}

export function makePlainPicture(bytes: Uint8Array): Promise<Result<Uint8Array, PictureRefusal>> {
  return validate(bytes, (pixels) => asWebp(from(pixels)));
}

async function validate<Made>(
  bytes: Uint8Array,
  make: (pixels: Pixels) => Promise<Made>,
): Promise<Result<Made, PictureRefusal>> {
  if (isTooLarge(bytes.length)) return refused('too-large');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !TAKEN_TYPES.has(type.mime)) return refused('not-an-image');
  return withLimit(async () => {
    const megapixels = await countMegapixels(bytes);
    if (megapixels > MAX_MEGAPIXELS) return refused('too-many-pixels', { megapixels });
    const upright = await decode(bytes, type.mime === 'image/jpeg');
    return upright ? done(await make(upright)) : refused('not-an-image');
  });
}

export function makeShareImage(whole: Uint8Array): Promise<Uint8Array> {
  return withLimit(() => asJpeg(sharp(whole).resize({ ...SHARED, fit: 'cover', position: sharp.strategy.attention })));
}

export const makeWholeJpeg = (whole: Uint8Array): Promise<Uint8Array> => withLimit(() => asJpeg(sharp(whole)));

export async function cutPicture(whole: Uint8Array, area: CropArea): Promise<MadePicture | undefined> {
  return withLimit(async () => {
    const { width, height } = await sharp(whole).metadata();
    const isInside = area.left + area.width <= width && area.top + area.height <= height;
    if (!isInside || Math.min(area.width, area.height) < MIN_CUT) return undefined;
    return encode(await sharp(whole).extract(area).raw().toBuffer({ resolveWithObject: true }));
  });
}
const MIN_CUT = 50;

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

async function countMegapixels(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return Math.ceil((width * height) / 1_000_000);
}

const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Returns undefined for a damaged picture. Adds a missing end marker to a JPEG, which must then decode without
 * warnings, unlike a truncated file.
 */
async function decode(bytes: Uint8Array, isJpeg: boolean): Promise<Pixels | undefined> {
  const read = (file: Uint8Array, failOn: 'error' | 'warning') =>
    sharp(file, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn, pages: 1 })
      .autoOrient()
      .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fffdf9' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  return read(bytes, 'error')
    .catch(() => (isJpeg ? read(Buffer.concat([bytes, JPEG_END]), 'warning') : undefined))
    .catch(() => undefined);
}

async function encode(pixels: Pixels, avifEffort = QUICK, upTo: readonly number[] = WIDTHS): Promise<MadePicture> {
  const { width, height } = pixels.info;
  const widths = [...upTo.filter((candidate) => candidate < width), ...(width <= upTo.at(-1)! ? [width] : [])];
  const files: MadePicture['files'] = [];
  for (const wide of widths) {
    const made =
      wide === width ? pixels : await from(pixels).resize({ width: wide }).raw().toBuffer({ resolveWithObject: true });
    files.push(
      { width: wide, format: 'avif', bytes: await asAvif(from(made), avifEffort) },
      { width: wide, format: 'webp', bytes: await asWebp(from(made)) },
    );
  }
  const widest = files.at(-1)!;
  const whole = widest.width === width ? widest.bytes : await asWebp(from(pixels));
  return { width, height, widths, preview: await previewOf(from(pixels)), whole, files };
}

const from = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info });
const asAvif = (image: Sharp, effort: number) => image.avif({ quality: 50, effort }).toBuffer();
const asJpeg = (image: Sharp) => image.jpeg({ quality: 78, mozjpeg: true }).toBuffer();
const asWebp = (image: Sharp) => image.webp({ quality: 78, effort: 2 }).toBuffer();

export const makePreview = (file: Uint8Array): Promise<string> => withLimit(() => previewOf(sharp(file)));

/** At this size, a preview has less than 1 KB. */
const PREVIEW_SIZE = 20;
async function previewOf(image: Sharp): Promise<string> {
  const bytes = await image
    .resize({ width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'inside' })
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
  return bytes.toString('base64');
}

const MAX_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];
async function withLimit<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
