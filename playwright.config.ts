import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium, freePort } from './scripts/machine.mjs';
import { BLANK_SETTINGS } from './tests/support/blank-settings.ts';

// This page is read again by every worker: the first reading chooses where the shop stands, the workers inherit it.
if (!process.env.BROWSER_TEST_PORT) {
  process.env.BROWSER_TEST_PORT = String(await freePort());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'bisvar-browser-'));
  process.env.BROWSER_TEST_DATA_DIR = dataDirectory;
  process.on('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));
}
const { BROWSER_TEST_PORT: port, BROWSER_TEST_DATA_DIR: dataDirectory } = process.env;
// SHOP_ADDRESS names a shop that runs already; else one is started with the sample in a folder of its own.
const runningShop = process.env.SHOP_ADDRESS;
const shopUrl = runningShop ?? `http://localhost:${port}`;

export default defineConfig({
  testDir: 'tests/browser',
  // Node takes the types off by itself; what is built is no source at all. Babel needs ten seconds for a shop of a test's own.
  build: { external: ['app', 'build', 'samples', 'server'].map((folder) => join(import.meta.dirname, folder, '**')) },
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test waits now and then, on a clock or a line: it takes three to keep two cores busy.
  workers: 3,
  // A crowded machine of CI gets a second try, which is printed; at the keyboard a flaky test fails.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: shopUrl,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Each worker is another visitor: limits that hold for one address are not shared by all tests.
    extraHTTPHeaders: { 'x-forwarded-for': `203.0.${(process.pid >> 8) & 255}.${process.pid & 255}` },
    // It would answer before a test's own routes do; the test of it lets it in.
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
          // Each test signs somebody up or in.
          NODE_OPTIONS: `--import ${join(import.meta.dirname, 'tests/support/quick-passwords.ts')}`,
        },
      },
});
