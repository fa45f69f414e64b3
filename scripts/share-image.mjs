// Draws public/share.jpg, the default picture of shared links: `node scripts/share-image.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from './machine.mjs';

const inline = (path, type) =>
  `data:${type};base64,${readFileSync(new URL(`../${path}`, import.meta.url)).toString('base64')}`;
const page = `<!doctype html><style>
  @font-face { font-family: Tiro; src: url(${inline('app/styles/fonts/tiro-400-latin.woff2', 'font/woff2')}); }
  @font-face { font-family: Tiro; font-style: italic; src: url(${inline('app/styles/fonts/tiro-400i-latin.woff2', 'font/woff2')}); }
  body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 500px 700px; background: #8c2f1d; color: #faf5ec; font: 400 34px/1.25 Tiro; }
  img { width: 700px; height: 630px; object-fit: cover; }
  div { padding: 0 20px 0 70px; align-self: center; }
  i { display: block; width: 110px; height: 110px; background: currentColor; mask: url("${inline('app/styles/ornaments/mark.svg', 'image/svg+xml')}") center / contain no-repeat; }
  b { display: block; margin: 18px 0 14px; font: 400 96px/1 Tiro; }
</style><div><i></i><b>Bisvar</b>Handcrafted Indian Art<br><em>from the hills of Uttarakhand</em></div><img src="${inline('public/scenes/madhubani-dupatta-1-1200.webp', 'image/webp')}">`;

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.setContent(page, { waitUntil: 'networkidle' });
  await tab.evaluate(() => document.fonts.ready);
  const drawn = await sharp(await tab.screenshot())
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  writeFileSync(new URL('../public/share.jpg', import.meta.url), drawn);
  console.log(`public/share.jpg: ${Math.round(drawn.length / 1024)} KB`);
} finally {
  await browser.close();
}
