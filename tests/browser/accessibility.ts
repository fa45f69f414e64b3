import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

// The builder sends axe to the page twice per check, which takes twice the time.
const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** These rules measure each element, which takes two thirds of the time. */
const MEASURED = ['color-contrast', 'target-size'];
const FRAME = ['.offer-strip', '.header', '.footer', '.admin-rail'];
const measured = new Set<string>();

type Violation = { id: string; help: string; nodes: { target: string[]; any: { message: string }[] }[] };
type Axe = {
  configure: (changes: { rules: { id: string; selector: string }[] }) => void;
  run: (context: object, options: object) => Promise<{ violations: Violation[] }>;
};

/** A moving element would be measured smaller and paler than it finally is. */
const standsStill = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/** Does not measure a header or footer again that has passed. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await standsStill(page);
  const frames = await page.evaluate(
    (parts) =>
      parts.map((part) => {
        const shown = [...document.querySelectorAll<HTMLElement>(part)];
        const html = shown.map(({ outerHTML }) => outerHTML.replace(/ (?:href|action|value)="[^"]*"/g, ''));
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
        // Listing passes takes half the time. An email's frame runs no script and cannot be checked.
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
