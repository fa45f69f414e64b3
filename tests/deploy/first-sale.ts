// The way from the first sign-in to the first order, as an owner goes it who has never seen a terminal: on a phone, by what the screens
// say, every step counted.
import { setTimeout as wait } from 'node:timers/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { totp } from '#tests/support/totp.ts';

/** What a step costs a person, in seconds. */
const SECONDS = { click: 3, field: 10, look: 15 };
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 900 };
const PATIENCE = 60_000;
/** The first backup comes within a few minutes of the shop's start. */
const BACKUP_WITHIN = 300_000;

export type Phase = {
  name: string;
  clicks: number;
  fields: number;
  /** Things that are done away from the page: reading a mail, scanning a code. */
  looks: number;
  /** How long it took here, where nobody has to think or type. */
  machineSeconds: number;
};
export const personSeconds = ({ clicks, fields, looks }: Phase): number =>
  clicks * SECONDS.click + fields * SECONDS.field + looks * SECONDS.look;

/** Takes the steps on a page, and counts them; each phase leaves its last screen on a phone and on a desk. */
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
  async choose(target: Locator, option: string): Promise<void> {
    this.#now.clicks += 2;
    await target.selectOption(option);
  }
  /** Something away from the page: an app, a mail, a bank. */
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

/**
 * Goes from the first password to a paid order. `mailTo` waits for the newest mail to an address whose text fits. Screens are kept in
 * `shots` where it is given.
 */
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

/** Signs in with the password that the installer printed, and sets the second step up: what stands in the way of everything else. */
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
  /** A code counts once, so the app's next one is waited for. */
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
    await walker.click(page.getByRole('link', { name: 'To the workbench' }));
    await heading(page, 'Admin Dashboard');
  });
  return { recoveryCodes, nextCode };
}

/** From the list to where an item of it is done. */
const follow = async (walker: Walker, page: Page, title: string) => {
  const item = page
    .getByRole('list', { name: 'What opening day needs' })
    .getByRole('listitem')
    .filter({ hasText: title });
  await walker.click(item.getByRole('link'));
};
const backToList = async (walker: Walker, page: Page) => {
  await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
  await heading(page, 'Opening day');
};

/** Everything of the list, each item by its own link, and the piece that is sold. */
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
    await walker.type(page.getByLabel('Description'), 'A lotus of the lake, painted on a winter morning.');
    await walker.choose(page.getByLabel('Medium'), 'oil');
    await walker.type(page.getByRole('textbox', { name: 'Price' }), '1450');
    walker.look(undefined);
    await page.getByLabel('Add pictures').setInputFiles({
      name: 'lotus.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 1300, height: 1600, channels: 3, background: '#b03020' } })
        .jpeg()
        .toBuffer(),
    });
    // The form begins with it, so that the list needn’t ask.
    if ((await page.getByLabel('Country of origin').inputValue()) !== 'India') throw new Error('No country of origin');
    await walker.click(page.getByRole('button', { name: 'Save artwork' }));
    await page.waitForURL(/\/admin\/artworks(\?|$)/);
    await page.getByText('Lotus at Dawn').filter({ visible: true }).first().waitFor();
  });
  await walker.phase(page, 'The seller and the grievance officer', async () => {
    await walker.click(page.getByRole('button', { name: /^Menu/ }));
    await walker.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Overview' }));
    await follow(walker, page, 'Seller’s name and address');
    await walker.type(page.getByLabel('Seller’s legal name'), 'Sarla Devi');
    await walker.type(page.getByLabel('Seller’s address'), '4 Mall Road, Almora 263601');
    await walker.type(page.getByRole('textbox', { name: /^Grievance officer(?!’)/ }), 'Sarla Devi');
    await walker.type(page.getByLabel('Grievance officer’s email'), owner);
    await walker.click(save);
    await backToList(walker, page);
  });
  await walker.phase(page, 'Email, phones and address', async () => {
    await follow(walker, page, 'Your own email, phone numbers and address');
    await walker.type(page.getByRole('textbox', { name: 'Email' }), owner);
    await walker.type(page.getByRole('textbox', { name: 'Phone' }), '94120 11111');
    await walker.type(page.getByRole('textbox', { name: 'WhatsApp' }), '94120 11111');
    await walker.type(page.getByRole('textbox', { name: 'Address' }), '4 Mall Road, Almora 263601');
    await walker.click(save);
    await backToList(walker, page);
  });
  await walker.phase(page, 'UPI address, tried with ₹1', async () => {
    await follow(walker, page, 'A tested payment method');
    await walker.click(page.locator('#payment').getByRole('link', { name: 'Settings' }));
    await walker.type(page.getByLabel('UPI address'), 'sarla@okbank');
    await walker.type(page.getByLabel('Payee name'), 'Sarla Devi');
    await walker.type(page.getByLabel('Your password'), password);
    await walker.type(page.getByLabel('Code of your authenticator app'), walker.look(await nextCode()));
    await walker.click(save);
    await backToList(walker, page);
    await follow(walker, page, 'A tested payment method');
    // To pay by an app, and to look into the bank's.
    await page.getByRole('img', { name: 'UPI QR code for ₹1' }).waitFor();
    walker.look(undefined);
    await walker.type(page.getByLabel('UTR'), walker.look('412345678901'));
    await walker.click(page.getByRole('button', { name: 'The ₹1 has arrived' }));
    await page.getByText('Noted: money to your UPI address arrives.').waitFor();
  });
  await walker.phase(page, 'A mail to oneself', async () => {
    await follow(walker, page, 'A test email that arrived');
    await walker.click(page.getByRole('button', { name: 'Send the mail' }));
    await page.getByText('The mail is on its way to you.').waitFor();
    const mail = walker.look(await mailTo(owner, TRIAL_CODE));
    await walker.type(page.getByLabel('Code of the mail'), TRIAL_CODE.exec(mail)![1]!);
    await walker.click(page.getByRole('button', { name: 'This is the code' }));
    await page.getByText('Noted: mails arrive.').waitFor();
  });
  let key = '';
  await walker.phase(page, 'The key of the backups, on paper', async () => {
    // Without a question to the shop, whose answer would move the page while somebody types.
    await page.route('**/admin/opening.data*', (route) => route.abort());
    await follow(walker, page, 'Backups, with a written copy of the key');
    const step = page.locator('#backup');
    await page.waitForURL('**/admin/opening**#backup');
    await page.unroute('**/admin/opening.data*');
    // Written by hand and typed back from the paper.
    key = walker.look(/\b(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}\b/.exec(await step.innerText())![0]);
    walker.look(undefined);
    await walker.type(step.getByLabel('The key, from your paper'), key.toLowerCase());
    await walker.click(step.getByRole('button', { name: 'This is my key' }));
    await page.getByText('Noted: you hold the key of your backups.').waitFor();
  });
  return key;
}

/** The phase that waits for the first backup, where nobody has typed in the meantime. */
export const OPENING = 'Open the shop';
const TRIAL_CODE = /on the opening page\.\s+(\d{6})\b/;
const CONFIRMATION = /https?:\/\/\S+\?token=[\w-]+/;
const POLICIES = ['Shipping', 'Returns', 'Terms', 'Privacy', 'Cookies'];

/** Reads the policies, looks at the preview and opens; gives how many words the policies have. */
async function open(walker: Walker, page: Page): Promise<number> {
  let wordCount = 0;
  await walker.phase(page, 'The policies, opened one by one', async () => {
    await follow(walker, page, 'Policies reviewed');
    for (const policy of POLICIES) {
      await walker.click(page.locator('#policies').getByRole('link', { name: policy, exact: true }));
      await page.getByRole('heading', { level: 1 }).waitFor();
      wordCount += (await page.getByRole('main').innerText()).split(/\s+/).length;
      await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
      await heading(page, 'Opening day');
    }
    await walker.click(page.getByRole('button', { name: 'I have read them' }));
    await page.getByText('Noted: you have read your policies.').waitFor();
  });
  await walker.phase(page, 'Preview', async () => {
    await walker.click(page.getByRole('link', { name: 'Preview' }));
    await page.getByText('A preview: until you open the shop').waitFor();
  });
  await walker.phase(page, OPENING, async () => {
    await walker.click(page.getByRole('link', { name: 'Back to Opening day' }));
    // The first backup may still be made; the page says so.
    const opens = page.getByRole('button', { name: 'Open the shop' });
    const began = performance.now();
    while (!(await opens.isEnabled()) && performance.now() - began < BACKUP_WITHIN) {
      await page.waitForTimeout(5_000);
      await page.reload();
    }
    await page.getByText('11 of 11 done').waitFor();
    await walker.click(opens);
    await page.getByText('The shop is open. Everybody can buy now.').waitFor();
  });
  return wordCount;
}

const BUYER = { name: 'Ila Pant', email: 'ila@example.in', password: 'bindu-and-lotus' };
const REFERENCE = '412345678902';

/** A shopper's account, and the first order. */
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
    await page.getByText('Check your email.').waitFor();
    const mail = walker.look(await mailTo(BUYER.email, CONFIRMATION));
    await page.goto(CONFIRMATION.exec(mail)![0]);
    await walker.click(page.getByRole('button', { name: 'Confirm my email' }));
    await page.getByText('Your account is ready.').waitFor();
    await walker.click(page.getByRole('main').getByRole('link', { name: 'Sign In' }));
    await walker.type(dialog.getByLabel('Email'), BUYER.email);
    await walker.type(dialog.getByRole('textbox', { name: 'Password' }), BUYER.password);
    await walker.click(dialog.getByRole('button', { name: 'Sign In' }));
    await dialog.waitFor({ state: 'hidden' });
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
    await walker.click(page.getByRole('button', { name: 'Show the QR' }));
    const qr = page.getByRole('img', { name: /^UPI QR code for ₹/ });
    order.total = walker.look((await qr.getAttribute('aria-label'))!.replaceAll(/[^\d.]/g, ''));
    await walker.type(page.getByLabel('Payment reference ID'), REFERENCE);
    await walker.click(page.getByRole('main').getByRole('button', { name: 'Complete Order' }));
    const placed = page.getByRole('article', { name: /^Order #/ });
    await page.getByText('Order placed successfully!').waitFor();
    order.number = /Your order number is (\S+)\./.exec(await placed.innerText())![1]!;
  });
  await context.close();
  return order;
}

/** The owner finds the payment in the bank. */
async function match(walker: Walker, page: Page, order: { number: string; total: string }): Promise<void> {
  await walker.phase(page, 'The owner matches the payment', async () => {
    await page.goto('/admin');
    await walker.click(page.getByRole('link', { name: /payment waits to be matched/ }));
    const waiting = page.getByRole('region', { name: 'To match' });
    await waiting.getByText(BUYER.name).waitFor();
    walker.look(undefined);
    await walker.type(
      page.getByLabel('Paste rows from your statement'),
      `24-11-2026 UPI/CR/${REFERENCE}/ILA P ${order.total}.00`,
    );
    await walker.click(page.getByRole('button', { name: 'Match the 1 that agrees' }));
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.goto(`/admin/orders?q=${order.number}`);
    await page.getByText(BUYER.name).filter({ visible: true }).first().waitFor();
  });
}

/** The count as a table, and as a file for who compares it later. */
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
