import type { Browser, Page } from '@playwright/test';
import {
  ADMIN,
  answerCookieBanner,
  expect,
  fillInAddress,
  listenForProblems,
  newReference,
  picture,
  signIn,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 });

const FABRIC = 'Aipan Threshold Saree';

async function another(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await answerCookieBanner(page, baseURL);
  return page;
}

test('a saree is ordered, painted and paid for on phones', async ({ page: studio, browser, baseURL }) => {
  test.setTimeout(240_000);
  const sign = crypto.randomUUID().slice(0, 8);
  const name = `Lalita ${sign}`;
  await answerCookieBanner(studio, baseURL!);
  await signIn(studio, baseURL!, ADMIN);
  const customer = await another(browser, baseURL!);
  const problems = listenForProblems(customer.context());
  const asked = (text: string) => customer.getByRole('log').getByText(text);
  const shown = (text: string | RegExp) => studio.getByText(text).first();
  const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

  await test.step('the wizard, with the customer’s own fabric', async () => {
    await customer.goto('/gallery/fabric');
    await customer.getByRole('link', { name: new RegExp(`^Customize & Order\\W+${FABRIC}$`) }).click();
    await customer.getByRole('radio', { name: 'I have the fabric' }).check();
    await customer.getByLabel('About the fabric').fill('Mysore silk, cream');
    await customer.getByRole('button', { name: /^Next/ }).click();
    await customer.getByLabel('Describe your design').fill('Lamps along both borders');
    await customer.getByRole('button', { name: /^Next/ }).click();
    await customer.getByRole('radio', { name: 'Yes, please' }).check();
    await customer.getByRole('button', { name: /^Next/ }).click();
    await customer.getByLabel('Name').fill(name);
    await customer.getByLabel('Email').fill(`${sign}@example.in`);
    await customer.getByLabel('Phone').fill('9876543210');
    await press(customer, 'Submit request');
    await expect(customer.getByRole('heading', { name: 'Request Received', level: 1 })).toBeVisible();
  });

  await test.step('a question, and its answer by the link', async () => {
    await studio.goto(`/admin/requests?q=${encodeURIComponent(name)}`);
    const rows = studio.getByRole('main').getByRole('link', { name: FABRIC }).filter({ visible: true });
    const id = /requests\/([0-9a-f-]{36})/.exec((await rows.first().getAttribute('href'))!)![1]!;
    await studio.goto(`/admin/requests/${id}`);
    await studio.getByLabel('Message to the customer').fill('How wide should the border be?');
    await press(studio, 'Send message');
    await expect(studio.getByRole('log')).toContainText('How wide should the border be?');
    await studio.getByText('Link for the customer').click();
    const link = await studio.getByRole('textbox', { name: 'Link for the customer' }).inputValue();
    await customer.goto(new URL(link).pathname);
    await expect(asked('How wide should the border be?')).toBeVisible();
    await customer.getByLabel('Message to the studio').fill('Four fingers, please.');
    await press(customer, 'Send message');
    await expect(asked('Four fingers, please.')).toBeVisible();
    await expect(studio.getByRole('log')).toContainText('Four fingers, please.');
    await expect(studio.getByRole('log')).toContainText(/Seen/);
  });

  const quote = async (total: { painting: string; shipping: string; all: string }) => {
    const form = studio.getByRole('region', { name: 'Quote' });
    await form.getByLabel('Painting', { exact: true }).fill(total.painting);
    await form.getByLabel('Stitching', { exact: true }).fill('1500');
    await form.getByLabel('Shipping', { exact: true }).fill(total.shipping);
    await expect(form.getByText('incl. tax')).toContainText(total.all);
    await form.getByLabel('Ready on').fill('2027-01-30');
    const approval = form.getByLabel('The customer approves the design before it is painted');
    if (!(await approval.isVisible())) await form.getByText('Terms', { exact: true }).click();
    await approval.check();
    await studio.getByRole('button', { name: `quote · ${total.all}` }).click();
    await expect(studio.getByText(/^Quote sent/)).toBeInViewport();
  };

  await test.step('a quote, a change, and a second quote that is accepted', async () => {
    await quote({ painting: '9500', shipping: '250', all: '₹11,250' });
    await expect(customer.getByRole('heading', { name: 'What to do next' })).toBeVisible();
    await expect(customer.locator('#next')).toContainText('₹11,250');
    const next = customer.locator('#next');
    await next.getByText('Ask for a change', { exact: true }).click();
    await next.getByLabel('What should we change?').fill('A narrower border, for less');
    await press(customer, 'Send');
    await expect(studio.getByRole('log')).toContainText('A narrower border, for less');
    await quote({ painting: '8500', shipping: '250', all: '₹10,250' });
    await expect(next).toContainText('₹10,250');
    await next.getByText('Accept and pay ₹5,125').click();
    await fillInAddress(customer);
    await expect(next.getByText('263601 is in Almora, Uttarakhand.')).toBeVisible();
    await next.getByRole('checkbox', { name: /I accept quote 2/ }).check();
    await press(customer, 'Accept for ₹10,250');
    await expect(next).toContainText('Pay the advance, ₹5,125');
  });

  const pays = async (label: string, amount: string) => {
    const link = customer.url().replace(/[#?].*$/, '');
    await customer.getByRole('link', { name: label }).click();
    const reference = newReference();
    await customer.getByLabel('Payment reference ID').fill(reference);
    await customer.getByRole('button', { name: /^Send the reference/ }).click();
    await expect(customer.getByText(new RegExp(`your reference ${reference}`))).toBeVisible();
    const page = await studio.context().newPage();
    await page.goto('/admin/payments');
    const row = page.getByRole('region', { name: 'To confirm' }).getByRole('listitem').filter({ hasText: name });
    await page
      .getByLabel('Paste rows from your statement')
      .fill(`21-11-2026 UPI/CR/${reference}/${name.toUpperCase()} ${amount}`);
    await expect(row).toContainText('Reference and amount agree');
    await row.getByRole('button', { name: /^Match: order/ }).click();
    await expect(row).toContainText('Payment confirmed');
    await page.close();
    await customer.goto(link);
  };
  const work = studio.getByRole('region', { name: 'Progress' });
  const reach = async (stage: string, note: string, photo?: string) => {
    await work.getByLabel('Stage').selectOption(stage);
    await work.getByLabel('Note').fill(note);
    if (photo) {
      await work.locator('input[type=file]').setInputFiles([await picture('photo.jpg', photo)]);
      await expect(work.getByText('1 of 5 added.')).toBeVisible();
    }
    await work.getByRole('button', { name: 'Post update' }).click();
    await expect(asked(note)).toBeVisible();
  };

  await test.step('the advance, and the fabric', async () => {
    await expect(work).toContainText('You can start painting when the advance is paid.');
    await pays('Pay the advance, ₹5,125', '5125.00');
    await customer.getByLabel('How many metres are you sending?').fill('5.5');
    await press(customer, 'Save length');
    await expect(shown('5.50 m')).toBeVisible();
    await studio.getByLabel('Metres received').fill('5.4');
    await studio.getByLabel('Marks, stains, tears').fill('A small stain at one end');
    await press(studio, 'Fabric received');
    await expect(customer.locator('#next')).toContainText('A small stain at one end');
    await press(customer, 'Yes, this is my fabric');
    await expect(customer.getByRole('button', { name: 'Yes, this is my fabric' })).toBeHidden();
  });

  await test.step('the design, its approval, and photos of two stages', async () => {
    await expect(work).toContainText('You can start painting when the customer has approved the design.');
    await reach('design', 'The border in pencil', '#2a4374');
    await expect(customer.getByRole('img', { name: /Design/ }).first()).toBeVisible();
    await press(customer, 'Approve the design');
    await expect(work).not.toContainText('You can start painting when');
    await reach('painting', 'The first lamps are there', '#8a2d1d');
    await reach('stitching', 'At the tailor’s');
    await reach('ready', 'Ironed and folded');
  });

  await test.step('the balance, and the parcel', async () => {
    await expect(work).toContainText('You can ship when the balance is paid.');
    await pays('Pay the balance, ₹5,125', '5125.00');
    await studio
      .getByRole('link', { name: /^Order BV-/ })
      .first()
      .click();
    const sheet = studio.getByRole('dialog');
    await expect(sheet.getByLabel('Status')).toBeVisible();
    const order = studio.url();
    await sheet.getByLabel('Status').selectOption('shipped');
    await press(studio, 'Mark as shipped');
    await expect(customer.getByText('Dispatched').first()).toBeVisible();
    await studio.goto(order);
    await sheet.getByLabel('Status').selectOption('delivered');
    await expect(customer.getByText('Delivered', { exact: true }).first()).toBeVisible();
  });

  await test.step('every step was emailed to the side concerned', async () => {
    await studio.goto(`/admin/messages?q=${sign}`);
    const mails = studio.getByRole('main');
    for (const kind of ['Custom order received', 'Quote accepted', 'Order confirmation', 'Order shipped'])
      await expect(
        mails
          .getByText(new RegExp(`${kind}$`))
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
  });
  expect(problems).toEqual([]);
  await customer.context().close();
});
