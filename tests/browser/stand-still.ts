import type { Page } from '@playwright/test';

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec';
const DAYS =
  'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Today|Yesterday|today|yesterday';

/** The first match wins. */
const CHANCE: [pattern: string, instead: string][] = [
  ['ila\\.[0-9a-f-]{36}@', 'ila.pant@'],
  ['localhost:\\d+', 'localhost:3000'],
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-000000000000'],
  ['BV-[2-9A-Z]{4}-[2-9A-Z]{4}', 'BV-7K3M-9QX2'],
  ['BV[2-9A-Z]{8}', 'BV7K3M9QX2'],
  ['(?<=#)[0-9A-F]{6}|^[0-9A-F]{6}$', 'E4D53C'],
  ['(?=[\\w-]*\\d)(?=[\\w-]*[A-Za-z])[\\w-]{20,}', 'aPrivateLinkThatNobodyGuesses1'],
  ['\\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,}', 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567'],
  ['\\b700\\d ?\\d{4} ?\\d{4}\\b', '700123456789'],
  [`(?:\\d+ (?:second|minute|hour|day)s?|a minute|an hour|a day) ago|just now`, '5 minutes ago'],
  ['\\b\\d+(?:\\.\\d+)? ms\\b', '5 ms'],
  ['\\bin \\d+ s\\b', 'in 30 s'],
  ['\\b\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[AaPp][Mm])?', '10:30 AM'],
  [`\\b(?:${DAYS})\\b(?=,? \\d)`, 'Sun'],
  [`\\b\\d{1,2} (?:${MONTHS})\\b(?:,? \\d{4})?`, '22 Nov 2026'],
  ['\\b\\d{4}-\\d{2}-\\d{2}\\b', '2026-11-22'],
];

const settle = (page: Page) =>
  page.evaluate(async (chance) => {
    const patterns = chance.map(([pattern, instead]) => [new RegExp(pattern, 'g'), instead] as const);
    const settled = (text: string) =>
      patterns.reduce((written, [pattern, instead]) => written.replace(pattern, instead), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (settled(node.data) !== node.data) node.data = settled(node.data);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=file], [type=date]), textarea'))
      if (settled(field.value) !== field.value) field.value = settled(field.value);
    for (const code of document.querySelectorAll('.qr path')) code.setAttribute('d', 'M2 2h17v17h-17z');
    for (const image of document.images) image.loading = 'eager';
    const arrivals = [...document.images]
      .filter(({ src }) => src)
      .map((image) => image.decode().catch(() => undefined));
    await Promise.all(arrivals);
    await document.fonts.ready;
    scrollTo(0, 0);
  }, CHANCE);

export async function drawStill(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  let before: Buffer | undefined;
  for (let attempt = 0; attempt < 6; attempt++) {
    await settle(page);
    const now = await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    if (before?.equals(now)) return;
    before = now;
  }
}
