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
type Axe = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

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
  const checkPage = (exclude: string[], options: object) =>
    page.evaluate(
      async ({ without, given }) => {
        const { axe } = window as unknown as { axe: Axe };
        const context = { include: [['html']], exclude: without.map((part) => [part]) };
        // What passed is not even written down, which is half of its time. The frame of a mail runs no script, so it can't
        // be asked.
        return (await axe.run(context, { ...given, resultTypes: ['violations'], iframes: false })).violations;
      },
      { without: exclude, given: options },
    );
  const known = frames.filter(({ seen }) => measured.has(seen)).map(({ part }) => part);
  const badlyMeasured = await checkPage(known, { runOnly: MEASURED });
  if (badlyMeasured.length === 0) for (const { seen } of frames) measured.add(seen);
  const rules = Object.fromEntries(MEASURED.map((rule) => [rule, { enabled: false }]));
  const violations = [...badlyMeasured, ...(await checkPage([], { runOnly: TAGS, rules }))];
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join('; ')}`,
  );
}
