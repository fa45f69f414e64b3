import type { Browser, Page } from '@playwright/test';
import { typesetHours } from '#app/modules/store/settings/settings.ts';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  holdScripts,
  listenForProblems,
  newReference,
  ownPost,
  picture,
  putIntoCart,
  redOf,
  signUp,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 });

const ARTWORK = { id: '00000000-0000-4000-8000-000000000012', title: 'Rose Petal Soap' } as const;

async function another(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } });
  await answerCookieBanner(page, baseURL);
  return page;
}

async function buys(page: Page, baseURL: string): Promise<string> {
  const reference = newReference();
  await putIntoCart(page, baseURL, ARTWORK.title, 2);
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(reference);
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  return reference;
}

async function asksFor(page: Page, message: string): Promise<void> {
  await page.goto('/gallery/handcraft');
  await page.getByRole('link', { name: /^Request this piece\W+Papier-mâché Keepsake Box$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Request this piece' });
  await dialog.getByLabel('Phone').fill('98765 43210');
  await dialog.getByLabel('Message').fill(message);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Thank you for your order request!')).toBeVisible();
}

async function writes(page: Page, subject: string): Promise<void> {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Message').fill('Do you paint on silk too?');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you for writing.')).toBeVisible();
}

test('the owner’s day on a phone, from overview to shipping', async ({ page, browser, baseURL }) => {
  test.setTimeout(180_000);
  const sign = crypto.randomUUID().slice(0, 8);
  const name = `Ila ${sign}`;
  const tab = (label: RegExp) =>
    page.getByRole('navigation', { name: /^(Admin|More)$/ }).getByRole('link', { name: label });
  const sheet = page.getByRole('dialog');
  const more = page.getByRole('button', { name: /^More/ });
  const goTo = async (name: string, heading = name) => {
    const link = tab(new RegExp(`^${name}\\b`)).filter({ visible: true });
    if ((await link.count()) === 0) await more.click();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  };
  const lookFor = async (visibleText: string) => {
    // A sheet that is still closing would remove the search.
    await expect(sheet).toBeHidden();
    await page.getByRole('main').getByRole('searchbox').first().fill(visibleText);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === visibleText, { timeout: 10_000 });
  };
  const openFirst = async (label: RegExp) => {
    await page.getByRole('main').getByRole('link', { name: label }).filter({ visible: true }).first().click();
    await expect(sheet).toBeVisible();
  };

  const customer = await another(browser, baseURL!);
  const problems = listenForProblems(customer.context());
  const email = await signUp(customer, baseURL!, name);
  const reference = await buys(customer, baseURL!);
  const card = customer.getByRole('article', { name: /^Order BV-/ });
  const shortId = /#(\w+)/.exec(await card.getByRole('heading').first().innerText())![1]!;
  await asksFor(customer, `Blue, please ${sign}`);
  await asksFor(customer, `Red, please ${sign}`);
  await writes(customer, `Silk ${sign}`);

  await test.step('the owner signs in and sees what waits', async () => {
    await answerCookieBanner(page, baseURL!);
    await page.goto('/login?returnTo=%2Fadmin');
    await sheet.getByLabel('Email').fill(ADMIN.email);
    await sheet.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await sheet.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    const waits = page.getByRole('list', { name: 'Do today' });
    await expect(waits).toContainText(/₹[\d,]+ to confirm/);
    await more.click();
    await expect(tab(/^Inbox/)).toHaveAccessibleName(/^Inbox\s*\d+ waiting$/);
    await page.keyboard.press('Escape');
  });

  await test.step('the bank statement shows that a payment arrived', async () => {
    await goTo('Payments');
    const row = page.getByRole('region', { name: 'To confirm' }).getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Awaiting confirmation');
    const [, total = ''] = /₹([\d,]+)/.exec(await row.innerText()) ?? [];
    await page
      .getByLabel('Paste rows from your statement')
      .fill(`21-11-2026 UPI/CR/${reference}/${name.split(' ')[0]!.toUpperCase()} ${total.replace(',', '')}.00`);
    await expect(row).toContainText('Reference and amount agree');
    await row.getByRole('button', { name: `Match: order ${shortId}` }).click();
    await expect(page.getByText(`${total} from ${name} received`)).toBeVisible();
    await expect(row).toContainText('Payment confirmed');
  });

  await test.step('the order is packed, labelled and sent', async () => {
    await goTo('Overview', 'Admin Dashboard');
    await expect(page.getByRole('list', { name: 'Do today' })).toContainText(/orders? to pack/);
    await goTo('Orders');
    await lookFor(name);
    await openFirst(new RegExp(shortId));
    await expect(sheet).toContainText(name);
    await sheet.getByRole('link', { name: 'Print slip and label' }).click();
    await expect(page.getByText(ARTWORK.title)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
    await page.getByRole('link', { name: 'Label', exact: true }).click();
    await expect(page.getByText(ARTWORK.title)).toHaveCount(0);
    await expect(page.getByText('14 Mall Road')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order' }).click();

    await sheet.getByLabel('Status').selectOption('Shipped');
    await sheet.getByLabel('Carrier').fill('India Post');
    await sheet.getByLabel('Tracking number').fill(`EE${sign}IN`);
    await page.route(/\.data\?_routes=/, async (route) => {
      await page.waitForTimeout(1_500);
      await route.continue();
    });
    await page.route(
      '**/status.data*',
      async (route) => {
        const note = { intent: 'note', key: crypto.randomUUID(), body: 'Wrapped in silk' };
        const noted = await page.request.post(page.url(), { form: note, headers: ownPost(baseURL!), maxRedirects: 0 });
        expect(noted.status()).toBe(303);
        await page.waitForTimeout(500);
        await route.continue();
      },
      { times: 1 },
    );
    await sheet.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(sheet).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(page.getByText(`#${shortId} shipped.`)).toBeVisible();
    await expect(page.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /is%20on%20its%20way/);
  });

  await test.step('WhatsApp contact takes one tap, in Hindi or English, and is logged', async () => {
    const context = page.context();
    await context.route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Sent' }));
    await openFirst(new RegExp(shortId));
    const tap = sheet.getByRole('link', { name: 'Open in WhatsApp' });
    const written = async () => new URL((await tap.getAttribute('href'))!).searchParams.get('text')!;
    await expect.poll(written).toMatch(new RegExp(`^Namaste Ila, this is Bisvar\\. .*is on its way.*EE${sign}IN`));
    await sheet.getByRole('button', { name: 'हिन्दी' }).click();
    await expect.poll(written).toMatch(new RegExp(`^नमस्ते Ila जी, Bisvar से।.*EE${sign}IN`));
    const text = await written();
    const opened = context.waitForEvent('page');
    await tap.click();
    const whatsApp = await opened;
    await whatsApp.waitForURL((url) => /^https:\/\/wa\.me\/91\d{10}\?text=/.test(url.href));
    expect(new URL(whatsApp.url()).searchParams.get('text')).toBe(text);
    await whatsApp.close();
    await expect(sheet.getByText('Recorded as sent.')).toBeVisible();
    await sheet.getByRole('link', { name: 'Close' }).click();
    await goTo('Sent messages');
    const [, number] = /ऑर्डर (\S+)/.exec(text)!;
    await lookFor(`WhatsApp about ${number}`);
    const row = page.getByRole('main').getByText('WhatsApp, sent by hand').filter({ visible: true });
    await expect(row).toHaveCount(1);
  });

  await test.step('a question is answered', async () => {
    await page.goto('/admin/contact');
    await more.click();
    await expect(tab(/^Inbox/)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
    await lookFor(sign);
    await openFirst(/^T-/);
    await sheet.getByLabel('Message').fill('Yes, on tussar.');
    await sheet.getByRole('button', { name: 'Send reply' }).click();
    await expect(sheet.getByText('Reply sent.')).toBeVisible();
    await sheet.getByRole('link', { name: 'Close' }).click();
  });

  await test.step('one request is accepted, the other rejected', async () => {
    const main = page.getByRole('main');
    const openRequest = () =>
      main
        .getByRole('link', { name: /Keepsake Box/ })
        .filter({ visible: true })
        .first()
        .click();
    await goTo('Order Requests');
    await lookFor(`Blue, please ${sign}`);
    await openRequest();
    await main.getByText('Quantity, price and address').click();
    await main.getByLabel('Price of one piece in rupees').fill('1800');
    await main.getByLabel('PIN code').fill('263601');
    await main.getByLabel('Street').fill('14 Mall Road');
    await main.getByLabel('City').fill('Almora');
    await main.getByLabel('State').selectOption('Uttarakhand');
    await main.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Order accepted and created successfully!')).toBeInViewport();
    await main.getByRole('link', { name: 'Back to requests' }).click();
    await lookFor(`Red, please ${sign}`);
    await openRequest();
    await main.getByLabel('More actions').click();
    await main.getByRole('link', { name: 'Reject request' }).click();
    await main.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText(/reject/i).first()).toBeVisible();
  });
  const guest = await another(browser, baseURL!);
  await test.step('a new artwork with two pictures appears in the shop', async () => {
    const title = `Lotus ${sign}`;
    await goTo('Artworks');
    await page.getByRole('link', { name: 'Add Artwork' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('group', { name: 'Medium' }).getByText('Oil').click();
    await page.getByRole('textbox', { name: 'Price' }).fill('1450');
    await page
      .getByLabel('Add photos')
      .setInputFiles([await picture(`red ${sign}.jpg`, '#b03020'), await picture(`blue ${sign}.jpg`, '#204070')]);
    await expect(page.getByText('2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Move photo 2 earlier' }).click();
    await page.getByRole('button', { name: 'Save artwork' }).click();
    await expect(page.getByText('Artwork saved successfully!')).toBeVisible();

    await guest.goto(`/gallery?q=${encodeURIComponent(title)}`);
    await guest.getByRole('link', { name: title, exact: true }).click();
    await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const shown = guest.getByRole('group', { name: 'Pictures' }).getByRole('img').first();
    await expect.poll(() => redOf(shown)).toBeLessThan(100);

    await page.getByRole('link', { name: title, exact: true }).filter({ visible: true }).click();
    await page.getByLabel('More actions').click();
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await sheet.getByRole('button', { name: 'Delete artwork' }).click();
    await expect(page.getByText('Artwork deleted successfully!')).toBeVisible();
  });

  await test.step('a coupon and a setting change in the shop', async () => {
    const code = `DAY${sign.toUpperCase()}`;
    await goTo('Coupons');
    await page.getByRole('link', { name: 'Add Coupon' }).click();
    await sheet.getByLabel('Code').fill(code);
    await sheet.getByLabel('Discount Percentage').fill('5');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: `Edit ${code}` }).click();
    await sheet.getByLabel('Discount Percentage').fill('12.5');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toBeHidden();
    await putIntoCart(customer, baseURL!, ARTWORK.title);
    await customer.goto('/cart');
    await customer.getByLabel('Coupon').fill(code);
    await customer.getByRole('button', { name: 'Apply' }).click();
    await expect(customer.getByText(/12\.5% off/).first()).toBeVisible();

    await goTo('Settings');
    const hours = page.getByLabel('Hours', { exact: true });
    let before: string | undefined;
    for (const added of [', ring twice', '']) {
      const arrive = before === undefined ? await holdScripts(page) : () => {};
      await page.goto('/admin/settings', { waitUntil: 'commit' });
      before ??= await hours.inputValue();
      await hours.fill(before + added);
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Saved.', { exact: true })).toBeInViewport();
      arrive();
      await guest.goto('/contact');
      await expect(guest.getByRole('main').getByText(typesetHours(before + added), { exact: true })).toBeVisible();
    }
  });

  await test.step('a new order arrives while Overview is open, with a quiet notice', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'New order from' });
    // Another test’s order may arrive and become the newest.
    await expect(async () => {
      if (await sheet.isVisible()) await sheet.getByRole('link', { name: 'Close' }).click();
      await goTo('Overview', 'Admin Dashboard');
      if (await notice.isVisible()) await notice.getByRole('button', { name: 'Dismiss message' }).click();
      await buys(customer, baseURL!);
      await expect(notice).toContainText(`New order from ${name}`);
      await notice.getByRole('link', { name: 'Open' }).last().click();
      await expect(sheet).toContainText(name);
    }).toPass();
    await expect(sheet).toContainText('Awaiting confirmation');
    await sheet.getByRole('link', { name: 'Close' }).click();
  });

  await test.step('part of the payment is refunded', async () => {
    await lookFor(reference);
    await openFirst(new RegExp(shortId));
    await sheet.getByText('Refund…').click();
    await sheet.getByLabel('Amount in rupees').fill('50');
    await sheet.getByLabel('Reference of the refund').fill(newReference());
    await sheet.getByLabel('Sent to').fill('ila@okaxis');
    await sheet.getByLabel('Reason').last().fill('One came late');
    await expect(async () => {
      await sheet.getByRole('button', { name: 'Record refund' }).click();
      await expect(sheet.getByText('Refunded ₹50')).toBeVisible({ timeout: 4000 });
    }).toPass();
    await sheet.getByRole('link', { name: 'Close' }).click();
  });

  await test.step('Messages has every email of the day', async () => {
    await expect(async () => {
      await page.goto(`/admin/messages?q=${encodeURIComponent(email)}`);
      const mails = page.getByRole('region', { name: 'Messages found' });
      for (const visibleText of ['Order confirmation', 'Order shipped', `Silk ${sign}`])
        await expect(mails).toContainText(visibleText, { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await more.click();
    await expect(tab(/^Sent messages/)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
  });

  expect(problems).toEqual([]);
  await customer.context().close();
  await guest.context().close();
});
