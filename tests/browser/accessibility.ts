import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

// Its builder hands axe to the page twice for each look, which is a good part of the time that a look takes.
const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** They are measured, element by element: two thirds of the time. */
const MEASURED = ['color-contrast', 'target-size'];
/** What stands around every page. */
const FRAME = ['.offer-strip', '.header', '.footer', '.admin-rail'];
/** Frames that measured well, as this worker saw them: their HTML, and what of it shows at a width. */
const measured = new Set<string>();

type Violation = { id: string; help: string; nodes: { target: string[]; any: { message: string }[] }[] };
type Axe = {
  configure: (changes: { rules: { id: string; selector: string }[] }) => void;
  run: (context: object, options: object) => Promise<{ violations: Violation[] }>;
};

/** Waits for what moves to arrive: half risen or faded in, it is measured as smaller and paler than anybody meets it. */
const standsStill = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/**
 * What axe finds wanting on the page as it stands; empty for a sound one. A header or footer that measured well, and is the
 * same but for its addresses, is not measured anew.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await standsStill(page);
  const frames = await page.evaluate(
    (parts) =>
      parts.map((part) => {
        const shown = [...document.querySelectorAll<HTMLElement>(part)];
        const html = shown.map(({ outerHTML }) => outerHTML.replace(/ (?:href|action|value)="[^"]*"/g, ''));
        // Behind a dialog nothing is judged.
        const isBehind = document.querySelector('dialog:modal') !== null;
        return { part, seen: [innerWidth, isBehind, ...html, ...shown.map(({ innerText }) => innerText)].join(' ') };
      }),
    FRAME,
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const known = frames.filter(({ seen }) => measured.has(seen)).map(({ part }) => part);
  const violations = await page.evaluate(
    async ({ tags, rules, without }) => {
      const { axe } = window as unknown as { axe: Axe };
      const selector = without.map((part) => `:not(${part}):not(${part} *)`).join('') || '*';
      axe.configure({ rules: rules.map((id) => ({ id, selector })) });
      const options = {
        runOnly: tags,
        rules: Object.fromEntries(rules.map((id) => [id, { enabled: true }])),
        // What passed is not even written down, which is half of its time. The frame of a mail runs no script, so it can't
        // be asked.
        resultTypes: ['violations'],
        iframes: false,
      };
      return (await axe.run({ include: [['html']] }, options)).violations;
    },
    { tags: TAGS, rules: MEASURED, without: known },
  );
  if (!violations.some(({ id }) => MEASURED.includes(id))) for (const { seen } of frames) measured.add(seen);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join('; ')}`,
  );
}
