import type { Locator, Page } from '@playwright/test';
import { completeOrder, expect, newEmail, newReference, PASSWORD, test } from './shopping.ts';

async function reach(page: Page, wanted: Locator, key = 'Tab', most = 90): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      const isSeen = await wanted.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
      });
      expect(isSeen, 'the focus is seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached with ${most} presses of ${key}: ${wanted.toString()}`);
}

const press = async (page: Page, wanted: Locator, key = 'Enter') => {
  await reach(page, wanted);
  await page.keyboard.press(key);
};

const heading = (page: Page, shown: string) => page.getByRole('heading', { level: 1, name: shown });

test('ordering by keyboard, with screen reader names', async ({ page }) => {
  test.setTimeout(180_000);
  const email = newEmail();

  await test.step('home: landmarks, skip link', async () => {
    await page.goto('/');
    await expect(page.locator('body')).toMatchAriaSnapshot(`
      - link "Skip to content"
      - banner:
        - navigation "Main":
          - link "Contact"
        - link "Bisvar, home"
        - link "Sign in"
        - link "Wishlist"
        - link "Cart"
      - main:
        - heading "Painted by hand, for one person." [level=1]
      - contentinfo:
        - navigation "Shop"
        - navigation "Help"
    `);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await press(page, page.getByRole('main').getByRole('link', { name: 'Skin care soap & shampoo' }));
  });

  await test.step('gallery: the new heading has focus, and the count is announced', async () => {
    await expect(heading(page, 'Skin Care')).toBeFocused();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - navigation "Breadcrumb"
        - heading "Skin Care" [level=1]
        - navigation "Categories":
          - link "Skin care"
        - status: 4 artworks found
        - combobox "Sort by"
        - region "Filters":
          - group "Price"
        - heading "Artworks" [level=2]
        - article:
          - img /.+/
          - heading "Amla Shampoo" [level=3]
          - button /Add to Cart.*Amla Shampoo/
          - button "Add Amla Shampoo to wishlist"
    `);
    await reach(page, page.getByLabel('Sort by'));
    await page.getByLabel('Sort by').press('P');
    await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('Neem & Tulsi Soap');
    await press(page, page.getByRole('link', { name: 'Rose Petal Soap' }));
  });

  await test.step('artwork: pictures, zoom returns the focus, adding is announced', async () => {
    await expect(heading(page, 'Rose Petal Soap')).toBeFocused();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - group "Pictures":
        - link "Zoom picture 1":
          - img "Pink soap bars with rose petals"
        - link "Zoom picture 2":
          - img "Close view of a pink soap bar with petals in it"
    `);
    const zoom = page.getByRole('link', { name: 'Zoom image' });
    await reach(page, zoom, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Pictures of Rose Petal Soap' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zoom).toBeFocused();

    await reach(page, page.getByRole('spinbutton', { name: 'Quantity' }));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2');
    await press(page, page.getByRole('button', { name: /^Add to Cart/ }), 'Space');
    await expect(page.getByRole('status').filter({ hasText: 'Added Rose Petal Soap to your cart' })).toBeVisible();
    await page.goto('/cart');
  });

  await test.step('cart: every control has a name; the dialog traps and returns focus', async () => {
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Your cart" [level=1]
      - list:
        - listitem:
          - heading "Rose Petal Soap" [level=2]
          - group "Quantity of Rose Petal Soap":
            - button "One less of Rose Petal Soap"
            - spinbutton "Quantity of Rose Petal Soap"
            - button "One more of Rose Petal Soap"
          - button "Remove Rose Petal Soap"
      - complementary "Order summary":
        - heading "Order summary" [level=2]
        - textbox "Coupon"
        - button "Apply"
        - button "Login to Checkout" [disabled]
    `);
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    await press(page, signIn);
    const welcome = page.getByRole('dialog', { name: 'Welcome Back' });
    await expect(welcome.getByLabel('Email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(welcome).toBeHidden();
    await expect(signIn).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(welcome.getByLabel('Email')).toBeFocused();
    await reach(page, welcome.getByRole('link', { name: 'Create Account' }).first());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create Account' });
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Create Account":
        - heading "Create Account" [level=2]
        - textbox "Name"
        - textbox "Email"
        - textbox "Password"
        - textbox "Confirm password"
        - button "Create Account"
    `);
    for (const [name, shown] of [
      ['Name', 'Ila Pant'],
      ['Email', email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const) {
      await reach(page, dialog.getByRole('textbox', { name, exact: true }));
      await page.keyboard.type(shown);
    }
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Checkout')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('checkout: labels, steps, and an error gets the focus', async () => {
    await expect(heading(page, 'Checkout')).toBeFocused();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "Checkout" [level=1]
        - region "Contact":
          - heading "Contact" [level=2]
          - textbox "Full name": Ila Pant
          - textbox "Email"
          - textbox "Phone"
        - region "Delivery address":
          - textbox "PIN Code"
          - textbox "Street"
          - textbox "City"
          - combobox "State"
        - region "Pay by UPI":
          - button "Show the QR"
          - textbox "Payment reference ID"
          - button "Complete Order" [disabled]
    `);
    await expect(completeOrder(page)).toHaveAccessibleDescription('Enter the reference ID to finish.');
    for (const [name, shown] of [
      ['Phone', '98765'],
      ['PIN Code', '263601'],
      ['Street', '14 Mall Road'],
      ['City', 'Almora'],
      ['Payment reference ID', newReference()],
    ] as const) {
      await reach(page, page.getByRole('textbox', { name, exact: true }));
      await page.keyboard.type(shown);
    }
    await expect(page.getByLabel('State')).toHaveValue('Uttarakhand');
    await page.keyboard.press('Enter');
    const summary = page.getByRole('alert').filter({ hasText: 'One thing to fix' });
    await expect(summary).toBeFocused();
    await press(page, summary.getByRole('link', { name: 'Phone must be 10 digits' }));
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(phone).toHaveAccessibleDescription(/Phone must be 10 digits/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('9876543210');
    await press(page, completeOrder(page));
  });

  await test.step('My Orders: success is announced; cancelling asks and returns focus', async () => {
    await expect(page.getByRole('status').filter({ hasText: /^Order BV-\S+ is placed\.$/ })).toBeAttached();
    await expect(heading(page, 'Namaste, Ila Pant')).toBeFocused();
    const order = page.getByRole('article', { name: /^Order BV-/ });
    await expect(order).toMatchAriaSnapshot(`
      - article:
        - heading /^Order BV-/ [level=2]
        - list:
          - listitem: /Rose Petal Soap/
        - button "Cancel order"
    `);
    await press(page, order.getByRole('button', { name: 'Cancel order' }));
    const asks = page.getByRole('dialog', { name: /^Cancel order BV-/ });
    await expect(asks.getByRole('button', { name: 'Keep order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asks).toBeHidden();
    await expect(order.getByRole('button', { name: 'Cancel order' })).toBeFocused();
  });
});
