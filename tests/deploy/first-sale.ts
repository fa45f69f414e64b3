// Simulates an owner on a phone, from the first sign-in to the first order, and counts every step.
import { setTimeout as wait } from 'node:timers/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { totp } from '#tests/support/totp.ts';

const SECONDS = { click: 3, field: 10, look: 15 };
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 900 };
const PATIENCE = 60_000;
const BACKUP_WITHIN = 300_000;

export type Phase = {
  name: string;
  clicks: number;
  fields: number;
  looks: number;
  machineSeconds: number;
};
export const personSeconds = ({ clicks, fields, looks }: Phase): number =>
  clicks * SECONDS.click + fields * SECONDS.field + looks * SECONDS.look;

class Walker {
  readonly phases: Phase[] = [];
  readonly #shots: string | undefined;
  #now!: Phase;
  constructor(shots: string | undefined) {
    this.#shots = shots;
  }
  async phase(page: Page, name: string, steps: () => Promise<void>): Promise<void> {
    this.#now = { name, clicks: 0, fields: 0, looks: 0, machineSeconds: 0 };
    this.phases.push(this.#now);
    const began = performance.now();
    try {
      await steps();
    } catch (error) {
      await this.shoot(page, `${name} failed`);
      throw new Error(`“${name}” at ${page.url()}: ${(error as Error).message}`, { cause: error });
    }
    this.#now.machineSeconds = Math.round((performance.now() - began) / 100) / 10;
    await this.shoot(page, name);
  }
  async click(target: Locator): Promise<void> {
    this.#now.clicks += 1;
    await target.click();
  }
  async type(target: Locator, text: string): Promise<void> {
    this.#now.fields += 1;
    await target.fill(text);
  }
  look<Seen>(seen: Seen): Seen {
    this.#now.looks += 1;
    return seen;
  }
  async shoot(page: Page, name: string): Promise<void> {
    if (!this.#shots) return;
    await mkdir(this.#shots, { recursive: true });
    const file = `${String(this.phases.length).padStart(2, '0')} ${name}`.replaceAll(/[^\w]+/g, '-').toLowerCase();
    for (const [width, size] of [
      ['390', PHONE],
      ['1280', LAPTOP],
    ] as const) {
      await page.setViewportSize(size);
      await page.screenshot({ path: join(this.#shots, `${file}-${width}.png`), fullPage: true });
    }
    await page.setViewportSize(PHONE);
  }
}

export type FirstSale = {
  phases: Phase[];
  orderNumber: string;
  recoveryCodes: string[];
  backupKey: string;
  wordCount: number;
};

export async function walkToFirstSale(
  browser: Browser,
  shop: {
    url: string;
    owner: string;
    password: string;
    mailTo: (to: string, text: RegExp) => Promise<string>;
    shots?: string;
  },
): Promise<FirstSale> {
  const walker = new Walker(shop.shots);
  const context = await openPhone(browser, shop.url);
  const page = await context.newPage();
  const { recoveryCodes, nextCode } = await enter(walker, page, shop);
  const backupKey = await prepare(walker, page, { ...shop, nextCode });
  const wordCount = await open(walker, page);
  const order = await buy(walker, browser, shop);
  await match(walker, page, order);
  await context.close();
  return { phases: walker.phases, orderNumber: order.number, recoveryCodes, backupKey, wordCount };
}

async function openPhone(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor();

async function enter(walker: Walker, page: Page, { owner, password }: { owner: string; password: string }) {
  await walker.phase(page, 'Sign in with the first password', async () => {
    await page.goto('/login');
    const dialog = page.getByRole('dialog');
    await walker.type(dialog.getByLabel('Email'), owner);
    await walker.type(dialog.getByRole('textbox', { name: 'Password' }), password);
    await walker.click(dialog.getByRole('button', { name: 'Sign In' }));
    await heading(page, 'Two-step sign-in');
  });
  let recoveryCodes: string[] = [];
  let secret = '';
  let usedCode = '';
  /** A code works once, so this waits for the next one. */
  const nextCode = async (): Promise<string> => {
    while (totp(secret) === usedCode) await wait(500);
    usedCode = totp(secret);
    return usedCode;
  };
  await walker.phase(page, 'Set up two-step sign-in', async () => {
    await walker.type(page.getByLabel('Current password'), password);
    await walker.click(page.getByRole('button', { name: 'Continue' }));
    const link = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
    secret = walker.look(new URL(link!).searchParams.get('secret')!);
    await walker.type(page.getByRole('textbox', { name: 'Code' }), await nextCode());
    await walker.click(page.getByRole('button', { name: 'Switch on' }));
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    recoveryCodes = walker.look(await codes.allTextContents());
    await walker.shoot(page, 'recovery codes');
    await walker.click(page.getByRole('link', { name: 'Go to admin' }));
    await heading(page, 'Admin Dashboard');
  });
  return { recoveryCodes, nextCode };
}

const follow = async (walker: Walker, page: Page, title: string) => {
  const item = page.getByRole('list', { name: 'Opening checklist' }).getByRole('listitem').filter({ hasText: title });
  await walker.click(item.getByRole('link'));
};
const backToList = async (walker: Walker, page: Page) => {
  await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
  await heading(page, 'Opening day');
};

async function prepare(
  walker: Walker,
  page: Page,
  {
    owner,
    password,
    nextCode,
    mailTo,
  }: {
    owner: string;
    password: string;
    nextCode: () => Promise<string>;
    mailTo: (to: string, text: RegExp) => Promise<string>;
  },
): Promise<string> {
  const save = page.getByRole('button', { name: 'Save', exact: true }).last();
  await walker.phase(page, 'Add the first piece, with a picture', async () => {
    await walker.click(page.getByRole('link', { name: 'Add your first piece' }));
    await walker.type(page.getByRole('textbox', { name: 'Title' }), 'Lotus at Dawn');
    await walker.click(page.getByText('More details'));
    await walker.type(page.getByLabel('Description'), 'A lotus of the lake, painted on a winter morning.');
    await walker.click(page.getByRole('group', { name: 'Medium' }).getByText('Oil'));
    await walker.type(page.getByRole('textbox', { name: 'Price' }), '1450');
    walker.look(undefined);
    await page.getByLabel('Add photos').setInputFiles({
      name: 'lotus.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 1300, height: 1600, channels: 3, background: '#b03020' } })
        .jpeg()
        .toBuffer(),
    });
    if ((await page.getByLabel('Country of origin').inputValue()) !== 'India') throw new Error('No country of origin');
    await walker.click(page.getByRole('button', { name: 'Save artwork' }));
    await page.waitForURL(/\/admin\/artworks(\?|$)/);
    await page.getByText('Lotus at Dawn').filter({ visible: true }).first().waitFor();
  });
  await walker.phase(page, 'The shop, its seller and the grievance officer', async () => {
    await walker.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Overview' }));
    await follow(walker, page, 'Seller’s name and address');
    await walker.type(page.getByRole('textbox', { name: 'Address', exact: true }), '4 Mall Road, Almora 263601');
    await walker.type(page.getByRole('textbox', { name: 'Phone', exact: true }), '94120 11111');
    await walker.type(page.getByRole('textbox', { name: 'Email', exact: true }), owner);
    await walker.type(page.getByLabel('Seller’s legal name'), 'Sarla Devi');
    await walker.type(page.getByRole('textbox', { name: /^Grievance officer(?!’)/ }), 'Sarla Devi');
    await walker.click(save);
    await backToList(walker, page);
  });
  await walker.phase(page, 'UPI address, tried with ₹1', async () => {
    await follow(walker, page, 'A tested payment method');
    await walker.click(page.locator('#payment').getByRole('link', { name: 'Settings' }));
    await walker.type(page.getByLabel('UPI address'), 'sarla@okbank');
    await walker.type(page.getByLabel('Payee name'), 'Sarla Devi');
    await walker.type(page.getByLabel('Your password'), password);
    await walker.type(page.getByLabel('Code from your authenticator app'), walker.look(await nextCode()));
    await walker.click(save);
    await backToList(walker, page);
    await follow(walker, page, 'A tested payment method');
    await page.getByRole('img', { name: 'UPI QR code for ₹1' }).waitFor();
    walker.look(undefined);
    await walker.type(page.getByLabel('UTR'), walker.look('412345678901'));
    await walker.click(page.getByRole('button', { name: 'Confirm payment' }));
    await page.getByText('UPI address confirmed.').waitFor();
  });
  await walker.phase(page, 'A mail to oneself', async () => {
    await follow(walker, page, 'A test email that arrived');
    await walker.click(page.getByRole('button', { name: 'Send test email' }));
    await page.getByText('Test email sent.').waitFor();
    const mail = walker.look(await mailTo(owner, TRIAL_CODE));
    await walker.type(page.getByLabel('Code from the email'), TRIAL_CODE.exec(mail)![1]!);
    await walker.click(page.getByRole('button', { name: 'Confirm code' }));
    await page.getByText('Email confirmed.').waitFor();
  });
  let key = '';
  await walker.phase(page, 'The key of the backups, on paper', async () => {
    // The answer would move the page while the owner types.
    await page.route('**/admin/opening.data*', (route) => route.abort());
    await follow(walker, page, 'Backups, with a written copy of the key');
    const step = page.locator('#backup');
    await page.waitForURL('**/admin/opening**#backup');
    await page.unroute('**/admin/opening.data*');
    key = walker.look(/\b(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}\b/.exec(await step.innerText())![0]);
    walker.look(undefined);
    await walker.type(step.getByLabel('Your backup key'), key.toLowerCase());
    await walker.click(step.getByRole('button', { name: 'Confirm key' }));
    await page.getByText('Backup key confirmed.').waitFor();
  });
  return key;
}

export const OPENING = 'Open the shop';
const TRIAL_CODE = /on the opening page\.\s+(\d{6})\b/;
const CONFIRMATION = /https?:\/\/\S+\?token=[\w-]+/;
const POLICIES = [/^Shipping/, /^Return/, /^Terms/, /^Privacy/, /^Cookie/];

async function open(walker: Walker, page: Page): Promise<number> {
  let wordCount = 0;
  await walker.phase(page, 'The policies, opened one by one', async () => {
    await follow(walker, page, 'Policies reviewed');
    for (const policy of POLICIES) {
      await walker.click(page.locator('#policies').getByRole('link', { name: policy }));
      await page.getByRole('heading', { level: 1 }).waitFor();
      wordCount += (await page.getByRole('main').innerText()).split(/\s+/).length;
      await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
      await heading(page, 'Opening day');
    }
    await walker.click(page.getByRole('button', { name: 'I have read them' }));
    await page.getByText('Policies confirmed.').waitFor();
  });
  await walker.phase(page, 'Preview', async () => {
    await walker.click(page.getByRole('link', { name: 'Preview' }));
    await page.getByText('Preview. Until you open the shop').waitFor();
  });
  await walker.phase(page, OPENING, async () => {
    await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
    const opens = page.getByRole('button', { name: 'Open the shop' });
    const began = performance.now();
    while (!(await opens.isEnabled()) && performance.now() - began < BACKUP_WITHIN) {
      await page.waitForTimeout(5_000);
      await page.reload();
    }
    await page.getByText('11 of 11 done').waitFor();
    await walker.click(opens);
    await page.getByText('Your shop is open.').waitFor();
  });
  return wordCount;
}

const BUYER = { name: 'Ila Pant', email: 'ila@example.in', password: 'bindu-and-lotus' };
const REFERENCE = '412345678902';

async function buy(
  walker: Walker,
  browser: Browser,
  { url, mailTo }: { url: string; mailTo: (to: string, text: RegExp) => Promise<string> },
): Promise<{ number: string; total: string }> {
  const context = await openPhone(browser, url);
  const page = await context.newPage();
  await walker.phase(page, 'A shopper signs up', async () => {
    await page.goto('/login?mode=signup');
    const dialog = page.getByRole('dialog');
    await walker.type(dialog.getByLabel('Name', { exact: true }), BUYER.name);
    await walker.type(dialog.getByLabel('Email'), BUYER.email);
    await walker.type(dialog.getByRole('textbox', { name: 'Password', exact: true }), BUYER.password);
    await walker.type(dialog.getByRole('textbox', { name: 'Confirm password' }), BUYER.password);
    await walker.click(dialog.getByRole('button', { name: 'Create Account' }));
    await dialog.waitFor({ state: 'hidden' });
    const mail = walker.look(await mailTo(BUYER.email, CONFIRMATION));
    await page.goto(CONFIRMATION.exec(mail)![0]);
    await walker.click(page.getByRole('button', { name: 'Confirm my email' }));
    await page.getByText('Email confirmed.').waitFor();
    await page.waitForLoadState('networkidle');
  });
  const order = { number: '', total: '' };
  await walker.phase(page, 'The shopper orders and pays by UPI', async () => {
    await page.goto('/gallery');
    await walker.click(page.getByRole('link', { name: 'Lotus at Dawn' }).first());
    await walker.click(page.getByRole('button', { name: /^Add to Cart\W+Lotus at Dawn$/ }));
    await walker.click(page.getByRole('link', { name: 'View cart' }));
    await walker.click(page.getByRole('link', { name: 'Proceed to Checkout' }));
    await heading(page, 'Checkout');
    await walker.type(page.getByRole('textbox', { name: 'Phone' }), '98765 43210');
    await walker.type(page.getByLabel('PIN code'), '263601');
    await walker.type(page.getByLabel('Street'), '14 Mall Road');
    await page.getByLabel('Payment reference ID').scrollIntoViewIfNeeded();
    order.total = walker.look((await page.locator('.qr-box-amount').innerText()).replaceAll(/[^\d.]/g, ''));
    await walker.type(page.getByLabel('Payment reference ID'), REFERENCE);
    await walker.click(page.getByRole('main').getByRole('button', { name: 'Complete Order' }));
    const placed = page.getByRole('article', { name: /^Order BV-/ });
    await page.getByText('Order placed successfully!').waitFor();
    order.number = /(BV-\w{4}-\w{4})/.exec(await placed.innerText())![1]!;
  });
  await context.close();
  return order;
}

async function match(walker: Walker, page: Page, order: { number: string; total: string }): Promise<void> {
  await walker.phase(page, 'The owner matches the payment', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: new RegExp(`^Received: ${BUYER.name}`) }).waitFor();
    await walker.click(page.getByRole('link', { name: /^Total Revenue/ }));
    const waiting = page.getByRole('region', { name: 'To confirm' });
    await waiting.getByText(BUYER.name).waitFor();
    walker.look(undefined);
    await walker.type(
      page.getByLabel('Paste rows from your statement'),
      `24-11-2026 UPI/CR/${REFERENCE}/ILA P ${order.total}.00`,
    );
    await walker.click(page.getByRole('button', { name: 'Match 1 exact match' }));
    await waiting.getByText('Payment confirmed').waitFor();
    await page.goto(`/admin/orders?q=${order.number}`);
    await page.getByText(BUYER.name).filter({ visible: true }).first().waitFor();
  });
}

export async function writeCount(
  file: string,
  sale: FirstSale,
  machine: { seconds: Record<string, number>; cores: number },
): Promise<string> {
  await writeFile(
    file,
    `${JSON.stringify({ ...machine, ...sale, recoveryCodes: undefined, backupKey: undefined }, null, 2)}\n`,
  );
  const rows = sale.phases.map((phase) =>
    [phase.name, phase.clicks, phase.fields, phase.looks, phase.machineSeconds, personSeconds(phase)].join(' | '),
  );
  return ['phase | clicks | fields | looks | machine, s | person, s', ...rows].join('\n');
}
