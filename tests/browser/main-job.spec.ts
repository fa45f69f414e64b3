import {
  ADMIN,
  cartLink,
  completeOrder,
  expect,
  fillInAddress,
  newEmail,
  newReference,
  PASSWORD,
  test,
  newPhone,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('on a phone, from home to an order that the owner sees', async ({ page, browser, baseURL }) => {
  test.setTimeout(180_000);
  const email = newEmail();
  const reference = newReference();
  const inFours = reference.replace(/(\d{4})(?=\d)/g, '$1 ');

  await test.step('home links the gallery, which filters and sorts', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Painted by hand, for one person.');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Shop', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Art Gallery');
    // Another test may be adding an artwork.
    await expect(page.getByText(/^1[4-9] artworks found$/)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(12);
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(page.getByRole('article').nth(13)).toBeVisible();
    await expect(page.getByRole('article').nth(12).getByRole('link').first()).toBeFocused();

    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('group', { name: 'Medium' }).getByLabel('Skin care').check();
    await filters.getByRole('button', { name: 'Show 4 artworks' }).click();
    await expect(page.getByText('4 artworks found')).toBeVisible();
    await page.getByLabel('Sort by').selectOption('Price low to high');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['Neem & Tulsi Soap', 'Rose Petal Soap', 'Amla Shampoo', 'Reetha Herbal Shampoo']);
  });

  await test.step('an artwork shows pictures and goes into the cart', async () => {
    await page.getByRole('link', { name: 'Rose Petal Soap' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rose Petal Soap');
    const pictures = page.getByRole('group', { name: 'Pictures' }).getByRole('img');
    await expect(pictures).toHaveCount(2);
    await expect
      .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(300);
    await page.getByRole('button', { name: 'One more', exact: true }).click();
    await page.getByRole('button', { name: /^Add to Cart\W+Rose Petal Soap$/ }).click();
    await expect(page.getByText('Added Rose Petal Soap to your cart')).toBeVisible();
    await expect(cartLink(page, 2)).toBeVisible();
  });

  await test.step('a coupon needs a sign-in, which keeps the cart', async () => {
    await page.getByRole('link', { name: 'View cart' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login to Checkout' })).toBeDisabled();
    await page.getByLabel('Coupon').fill('WELCOME10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please log in to apply a coupon.')).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Sign in or create an account' });
    await tabs.getByRole('link', { name: 'Create Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Account' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ila Pant');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(cartLink(page, 2)).toBeVisible();

    await page.getByLabel('Coupon').fill('welcome10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('10% OFF Applied!')).toBeVisible();
    await expect(page.getByText('−₹38', { exact: true })).toBeVisible();
  });

  await test.step('checkout names a wrong phone and keeps the input', async () => {
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByText('When we show the QR code, we hold your pieces').scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: 'UPI QR code for ₹492' })).toBeVisible();
    await expect(page.getByText('bisvar@upi', { exact: true })).toBeVisible();
    await expect(completeOrder(page)).toBeDisabled();

    await fillInAddress(page);
    await page.getByLabel('Phone').fill('98765');
    await page.getByLabel('Payment reference ID').fill(reference);
    await completeOrder(page).click();
    const mistake = page.getByRole('alert').getByRole('link', { name: 'Phone must be 10 digits' });
    await expect(mistake).toBeVisible();
    await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
    await expect(page.getByLabel('State')).toHaveValue('Uttarakhand');
    await expect(page.getByLabel('Payment reference ID')).toHaveValue(reference);
    await mistake.click();
    await expect(page.getByLabel('Phone')).toBeFocused();
    await page.getByLabel('Phone').fill(newPhone());
  });

  const order = page.getByRole('article', { name: /^Order BV-/ });
  let orderNumber = '';
  await test.step('places the order, lists it under My Orders, and empties the cart', async () => {
    await completeOrder(page).click();
    await expect(page.getByText('Order placed successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Namaste, Ila Pant');
    await expect(order).toHaveCount(1);
    await expect(order).toContainText('Rose Petal Soap × 2');
    await expect(order).toContainText('₹492');
    orderNumber = /(BV-\w{4}-\w{4})/.exec(await order.innerText())![1]!;
    await page.goto('/profile/orders');
    await expect(order).toHaveCount(1);
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expect(cartLink(page, 0)).toBeVisible();
  });

  await test.step('the owner sees it in Overview, Orders and Messages', async () => {
    const owner = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
    const adminPage = await owner.newPage();
    await adminPage.goto('/login?returnTo=%2Fadmin');
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByLabel('Email').fill(ADMIN.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    const recent = adminPage.getByRole('table', { name: 'The five newest orders' });
    await expect(recent.getByRole('row').filter({ hasText: inFours })).toContainText('Ila Pant');

    const tabs = adminPage.getByRole('navigation', { name: 'Admin' });
    await tabs.getByRole('link', { name: 'Orders' }).click();
    await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText('Orders');
    const row = adminPage
      .getByRole('table', { name: 'Orders, newest first' })
      .getByRole('row')
      .filter({ hasText: inFours });
    await expect(row).toContainText('₹492');
    await row.getByRole('link').first().click();
    const sheet = adminPage.getByRole('dialog', { name: /^Order BV-/ });
    await expect(sheet).toContainText(inFours);
    await expect(sheet).toContainText(email);
    await expect(sheet).toContainText('Almora, Uttarakhand 263601');

    // Emails are sent a little later than the order.
    await expect(async () => {
      await adminPage.goto(`/admin/messages?q=${orderNumber}`);
      await expect(adminPage.getByRole('row').filter({ hasText: email })).toContainText('Not sent', {
        timeout: 1_000,
      });
    }).toPass();
    await adminPage.getByRole('link', { name: `Order ${orderNumber} placed` }).click();
    await adminPage.getByText('As plain text').click();
    const mail = adminPage.getByRole('dialog', { name: `Order ${orderNumber} placed` });
    await expect(mail.locator('pre')).toContainText('Rose Petal Soap');
    await expect(mail.locator('pre')).toContainText('₹492');
    await owner.close();
  });
});
