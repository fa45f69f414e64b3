// Creates the shop's own pictures and their manifest: npx node scripts/make-scenes.ts.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { makePicture } from '#app/modules/catalogue/media/internal/pipeline.server.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import { PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';

const SCENES: Record<string, string> = {
  'peacock-panel-1': 'Indigo silk panel with a hand-painted peacock',
  'aipan-saree-2': 'Close view of white Aipan line work on red cloth',
  'aipan-stitch-close': 'Needle and thread at the painted border of a red cloth',
  'aipan-gown-form': 'Red gown with white Aipan painting on a tailor’s form',
  'stitching-table': 'Indigo suit on the stitching table, with scissors and thread',
  'studio-table': 'Work table with a red saree, bowls of pigment and brushes',
  'studio-shelf': 'Shelf with folded cloth, a framed mountain painting and an Aipan vase',
  'painters-table-above': 'Half-painted cloth on the table, seen from above, with pots of colour',
  'folded-stack-ribbon': 'Folded painted cloths tied with a white ribbon',
  'dupatta-on-chair': 'Painted dupatta over the back of a wooden chair',
  'madhubani-dupatta-1': 'Painted dupatta',
  'himalayan-dawn-1': 'Framed landscape in oil',
  'terracotta-vase-1': 'Terracotta vase',
  'neem-soap-1': 'Neem soap',
};
/** The home page needs 476 pixels on a common phone, so it uses 600; 800 would be twice the bytes. */
const WIDTHS = [160, 400, 600, 800, 1200];
const MASTERS = new URL('../samples/pictures/', import.meta.url);
const PUBLIC = new URL('../public/', import.meta.url);

async function make(path: string, bytes: Uint8Array, alt: string, widths?: number[]): Promise<Picture> {
  const made = await makePicture(bytes, { avifEffort: 4, widths });
  if (!made.ok) throw new Error(`${path}: ${made.reason}`);
  // Previews are omitted, because they would add script to every page.
  const { whole, files, preview: _, ...size } = made.value;
  await writeFile(new URL(`${path}.webp`, PUBLIC), whole);
  for (const { width, format, bytes } of files) await writeFile(new URL(`${path}-${width}.${format}`, PUBLIC), bytes);
  return { url: `/${path}.webp`, ...size, alt };
}

const scenes = new URL('scenes/', PUBLIC);
await rm(scenes, { recursive: true, force: true });
await mkdir(scenes, { recursive: true });
const pictures: Record<string, Picture> = {};
for (const [name, alt] of Object.entries(SCENES)) {
  pictures[name] = await make(`scenes/${name}`, await readFile(new URL(`${name}.webp`, MASTERS)), alt, WIDTHS);
}
const lines = Object.entries(pictures).map(
  ([name, { url: _url, widths: _widths, ...made }]) => `  '${name}': scene('${name}', ${JSON.stringify(made)}),`,
);
await writeFile(
  new URL('../app/ui/shop/scenes.ts', import.meta.url),
  `// Written by scripts/make-scenes.ts.
import type { Picture } from '#app/modules/catalogue/media/picture.ts';

const scene = (name: string, made: Omit<Picture, 'url' | 'widths'>): Picture => ({
  url: \`/scenes/\${name}.webp\`,
  widths: ${JSON.stringify(WIDTHS)},
  ...made,
});

/** The shop's own pictures, there whatever the catalogue holds; their files are in public/scenes. */
export const scenes = {
${lines.join('\n')}
};
`,
);

sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
const drawn = await sharp(await readFile(new URL('placeholder-mark.svg', import.meta.url)), { density: 600 })
  .resize({ width: 280 })
  .png()
  .toBuffer();
const { width, height } = PLACEHOLDER;
const CLAY = '#e6d8c2';
await make(
  'placeholder',
  await sharp({ create: { width, height, channels: 3, background: CLAY } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer(),
  '',
);
