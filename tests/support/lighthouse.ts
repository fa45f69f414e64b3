import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/machine.mjs';

export type Scores = Record<string, number>;

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

export async function weighPage(
  address: string,
  port: number,
): Promise<{ all: number; style: number; script: number }> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyAudits: ['network-requests'],
  });
  const details = result?.lhr.audits['network-requests']?.details as
    | { items: { url: string; resourceType?: string; transferSize?: number }[] }
    | undefined;
  if (!details) throw new Error(`${address} could not be weighed`);
  const fetched = details.items.filter(({ url }) => !url.startsWith('data:'));
  const sumOf = (type?: string) =>
    fetched
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return { all: sumOf(), style: sumOf('Stylesheet') + sumOf('Font'), script: sumOf('Script') };
}

export const openMeasuredBrowser = (port: number) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
