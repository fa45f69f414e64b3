import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/machine.mjs';

export type Scores = Record<string, number>;

/** What Lighthouse gives pages as a phone sees them, per category from 0 to 100, and what it found wanting. */
export async function measurePage(
  address: string,
  port: number,
  categories: string[],
): Promise<{ scores: Scores; shortcomings: string[] }> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: categories,
    disableFullPageScreenshot: true,
  });
  const lhr = result?.lhr;
  if (!lhr || lhr.runtimeError)
    throw new Error(`${address} could not be judged: ${lhr?.runtimeError?.message ?? 'no result'}`);
  const scores = Object.fromEntries(
    Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const shortcomings = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
  );
  return { scores, shortcomings };
}

/** A browser that Lighthouse can drive, on this port. */
export const openMeasuredBrowser = (port: number) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
