import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/machine.mjs';
import { startMailServer, waitForMail } from '#tests/support/mail-server.ts';
import { openShopProcess } from '#tests/support/shop-process.ts';
import { personSeconds, walkToFirstSale } from './first-sale.ts';

const OWNER = 'sarla@shop.test';
const MAX_MINUTES = 15;
const PASSWORD = 'abcd-efgh-ijkl-mnop-qrst';
/** The shop makes its first backup some time after opening. */
const TIMEOUT_MS = 600_000;

test('an empty live shop guides its owner to the first paid order', { timeout: TIMEOUT_MS }, async () => {
  const mails = await startMailServer();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-first-sale-'));
  const settings = {
    SHOP_MODE: 'live',
    DATA_DIR: dataDirectory,
    SMTP_URL: mails.url,
    MAIL_FROM: OWNER,
    ADMIN_EMAIL: OWNER,
    ADMIN_PASSWORD: PASSWORD,
  };
  const preload = fileURLToPath(new URL('../support/quick-sweeps.ts', import.meta.url));
  const shop = await openShopProcess(settings, { preload });
  await shop.start();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const { orderNumber, phases } = await walkToFirstSale(browser, {
      url: shop.url,
      owner: OWNER,
      password: PASSWORD,
      mailTo: (to, text) => waitForMail(mails, to, text),
    });
    await waitForMail(mails, OWNER, new RegExp(orderNumber));
    expect(phases.reduce((sum, phase) => sum + personSeconds(phase), 0) / 60).toBeLessThan(MAX_MINUTES);
  } finally {
    await browser.close();
    await shop.end('SIGTERM');
    await mails.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
