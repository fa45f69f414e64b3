import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium, freePort } from './scripts/machine.mjs';
import { BLANK_SETTINGS } from './tests/support/blank-settings.ts';

// Workers read this file too, and inherit the first choice.
if (!process.env.BROWSER_TEST_PORT) {
  process.env.BROWSER_TEST_PORT = String(await freePort());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'bisvar-browser-'));
  process.env.BROWSER_TEST_DATA_DIR = dataDirectory;
  process.on('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));
}
const { BROWSER_TEST_PORT: port, BROWSER_TEST_DATA_DIR: dataDirectory } = process.env;
// SHOP_ADDRESS is the address of a running shop. Without it, one is started.
const runningShop = process.env.SHOP_ADDRESS;
const shopUrl = runningShop ?? `http://localhost:${port}`;

export default defineConfig({
  testDir: 'tests/browser',
  // Node itself strips types; Babel would need ten seconds per shop.
  build: { external: ['app', 'build', 'samples', 'server'].map((folder) => join(import.meta.dirname, folder, '**')) },
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Tests sometimes wait, so three of them keep two cores busy.
  workers: 3,
  // On CI, flaky tests are retried and listed.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: shopUrl,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Each worker is another visitor, so that limits by address do not add up.
    extraHTTPHeaders: { 'x-forwarded-for': `203.0.${(process.pid >> 8) & 255}.${process.pid & 255}` },
    // A service worker would answer before a test's own routes.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: CHROMIUM_ARGUMENTS,
    },
  },
  webServer: runningShop
    ? undefined
    : {
        command: 'node scripts/start.mjs',
        url: `${shopUrl}/readyz`,
        timeout: 180_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        stdout: 'ignore',
        stderr: 'pipe',
        env: {
          ...BLANK_SETTINGS,
          PORT: port!,
          SHOP_URL: shopUrl,
          DATA_DIR: dataDirectory!,
          TRUST_PROXY: 'on',
          LOG_LEVEL: 'warn',
          NODE_OPTIONS: `--import ${join(import.meta.dirname, 'tests/support/quick-passwords.ts')}`,
        },
      },
});
