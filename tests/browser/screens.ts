import { expect, type Page } from '@playwright/test';
import { SITEMAP_PATHS } from '#app/route-facts.ts';
import {
  ADMIN,
  completeOrder,
  CUSTOMER,
  fillInAddress,
  newEmail,
  PASSWORD,
  ARTWORKS,
  putIntoCart,
  signIn,
  signUp,
  newPhone,
} from './shopping.ts';

export type Screen = { name: string; path: string; show?: (page: Page) => Promise<void>; onlyOnPhones?: true };

const dialogOf = (page: Page) => page.getByRole('dialog');

const PAGES: Screen[] = SITEMAP_PATHS.filter((path) => !/^\/gallery\/(?!handcraft)/.test(path)).map((path) => ({
  name: path.slice(1).replaceAll('/', '-') || 'home',
  path,
}));

export const GUEST_SCREENS: Screen[] = [
  ...PAGES,
  {
    name: 'menu',
    path: '/',
    onlyOnPhones: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    },
  },
  {
    name: 'search',
    path: '/',
    onlyOnPhones: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await dialogOf(page).getByRole('combobox').pressSequentially('soap');
      await expect(dialogOf(page).getByRole('option').first()).toBeVisible();
    },
  },
  { name: 'gallery-list-filtered', path: '/gallery?view=list&max=2000&medium=skin-care' },
  { name: 'gallery-nothing-found', path: '/gallery?q=zzzzzz' },
  {
    name: 'gallery-filters',
    path: '/gallery',
    onlyOnPhones: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();
    },
  },
  {
    name: 'wishlist-of-a-guest',
    path: '/wishlist/guest',
    show: async (page) => {
      const { origin } = new URL(page.url());
      const form = { intent: 'wish', artworkId: ARTWORKS['Amla Shampoo'], wanted: 'yes' };
      await page.request.post('/visitor-state', { form, headers: { origin, 'sec-fetch-site': 'same-origin' } });
      await page.reload();
      await expect(page.getByRole('article')).not.toHaveCount(0);
    },
  },
  { name: 'offline', path: '/offline' },
  { name: 'artwork', path: '/artwork/4' },
  { name: 'artwork-out-of-stock', path: '/artwork/9' },
  { name: 'artwork-fabric', path: '/artwork/2' },
  { name: 'artwork-not-found', path: '/artwork/999' },
  {
    name: 'artwork-zoom',
    path: '/artwork/7',
    show: async (page) => {
      await page.getByRole('link', { name: 'Zoom image' }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'cart-empty', path: '/cart' },
  {
    name: 'cart',
    path: '/cart',
    show: async (page) => {
      const { origin } = new URL(page.url());
      await putIntoCart(page, origin, 'Amla Shampoo', 2);
      await putIntoCart(page, origin, 'Rose Petal Soap');
      await page.reload();
      await page.getByLabel('Coupon').fill('WELCOME10');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Please log in to apply a coupon.')).toBeVisible();
    },
  },
  {
    name: 'cart-clear',
    path: '/cart',
    show: async (page) => {
      await putIntoCart(page, new URL(page.url()).origin, 'Amla Shampoo');
      await page.reload();
      await page.getByRole('button', { name: 'Clear cart' }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'wishlist-guest', path: '/wishlist/guest' },
  { name: 'sign-in', path: '/login' },
  { name: 'forgot-password', path: '/login?mode=forgot' },
  {
    name: 'sign-in-code',
    path: '/login?mode=code',
    show: async (page) => {
      await dialogOf(page).getByLabel('Email').fill(newEmail());
      await dialogOf(page).getByRole('button', { name: 'Send me a code' }).click();
      await expect(dialogOf(page).getByLabel('Code')).toBeFocused();
    },
  },
  { name: 'not-my-order-old-link', path: '/not-my-order?token=nonsense' },
  { name: 'refund-old-link', path: '/refund?token=nonsense' },
  { name: 'verify-email-old-link', path: '/verify-email?token=nonsense' },
  {
    name: 'create-account-mistakes',
    path: '/login?mode=signup',
    show: async (page) => {
      await dialogOf(page).getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'reset-password-old-link', path: '/reset-password?token=nonsense' },
  {
    name: 'contact-mistakes',
    path: '/contact',
    show: async (page) => {
      await page.getByLabel('Email').fill('nobody');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'faq-answer-open',
    path: '/faq',
    show: async (page) => {
      const answer = page.getByRole('main').getByRole('group').first();
      await answer.locator('summary').click();
      await expect(answer).toHaveAttribute('open');
    },
  },
  { name: 'faq-found', path: '/faq?q=wash' },
  { name: 'faq-nothing-found', path: '/faq?q=zzzzzz' },
  {
    name: 'cookies-chosen',
    path: '/cookies',
    show: async (page) => {
      await page.getByRole('button', { name: /^Save/ }).click();
      await expect(page.getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible();
    },
  },
  { name: 'track-order-found', path: '/track-order?order=BV-7K3M-9QX2' },
  { name: 'track-order-not-found', path: '/track-order?order=BV-2222-2222' },
  {
    name: 'custom-order-fabric',
    path: '/gallery/fabric',
    show: chooseFabric,
  },
  {
    name: 'custom-order-design',
    path: '/gallery/fabric',
    show: async (page) => {
      await chooseFabric(page);
      await page.getByRole('radio', { name: 'I have the fabric' }).check();
      await page.getByRole('button', { name: /^Next/ }).click();
      await page
        .locator('#field-inspiration')
        .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }]);
      await expect(page.getByText('notes.txt: Please select an image file')).toBeVisible();
    },
  },
  {
    name: 'custom-order-stitching-and-review',
    path: '/gallery/fabric',
    show: async (page) => {
      await chooseFabric(page);
      await page.getByRole('radio', { name: 'I have the fabric' }).check();
      await page.getByRole('button', { name: /^Next/ }).click();
      await page.getByLabel('Describe your design').fill('A lotus');
      await page.getByRole('button', { name: /^Next/ }).click();
      await page.getByRole('radio', { name: 'Yes, please' }).check();
      await page.getByRole('button', { name: /^Next/ }).click();
      await page.getByRole('button', { name: 'Submit request' }).click();
      await expect(page.getByText('Please provide your name, email, and phone.')).toBeVisible();
    },
  },
  { name: 'unknown-path', path: '/nothing-is-here' },
];

async function chooseFabric(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Customize & Order/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Whose fabric should we paint on?' })).toBeVisible();
}

async function openPaymentWindow(page: Page): Promise<void> {
  await fillInAddress(page);
  await page.getByRole('button', { name: 'Pay online' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

const NEWCOMER_SCREENS: Screen[] = [
  { name: 'profile', path: '/profile' },
  {
    name: 'account-menu',
    path: '/about',
    show: async (page) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.locator('summary[aria-label^="Account of"]').click();
      await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible();
    },
  },
  {
    name: 'request-dialog',
    path: '/artwork/9',
    show: async (page) => {
      await page.getByRole('link', { name: 'Request this piece' }).first().click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'profile-requests-empty', path: '/profile/requests' },
  {
    name: 'profile-requests',
    path: '/artwork/9',
    show: async (page) => {
      await page.getByRole('link', { name: 'Request this piece' }).first().click();
      await dialogOf(page).getByLabel('Phone').fill(newPhone());
      await dialogOf(page).getByRole('checkbox').check();
      await dialogOf(page).getByRole('button', { name: 'Send request' }).click();
      await dialogOf(page).getByRole('link', { name: 'My Requests' }).click();
      await expect(page.getByRole('heading', { name: 'My Requests' })).toBeVisible();
    },
  },
  { name: 'profile-edit', path: '/profile?edit=1' },
  {
    name: 'profile-edit-mistakes',
    path: '/profile?edit=1',
    show: async (page) => {
      await page.getByLabel('Full name').fill('');
      await page.getByLabel('Phone').fill('98765');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'security', path: '/profile/security' },
  { name: 'security-email', path: '/profile/security/email' },
  {
    name: 'security-password-mistakes',
    path: '/profile/security/password',
    show: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'security-two-step',
    path: '/profile/security/two-step',
    show: async (page) => {
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    },
  },
  { name: 'address-new', path: '/profile/addresses/new' },
  {
    name: 'profile-addresses',
    path: '/profile/addresses/new',
    show: async (page) => {
      for (const street of ['14 Mall Road', '3 Lala Bazaar']) {
        await page.goto('/profile/addresses/new');
        await page.getByLabel('Street').fill(street);
        await page.getByLabel('PIN code').fill('263601');
        await expect(page.getByLabel('City')).toHaveValue('Almora');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByRole('link', { name: `Edit ${street}` }).first()).toBeVisible();
      }
    },
  },
  { name: 'settings', path: '/profile/settings' },
  {
    name: 'settings-deletion',
    path: '/profile/settings/deletion',
    show: async (page) => {
      await dialogOf(page).getByRole('button', { name: 'Delete Account' }).click();
      await expect(dialogOf(page).getByText('Password is required')).toBeVisible();
    },
  },
  { name: 'orders-none', path: '/profile/orders' },
  { name: 'wishlist-empty', path: '/profile/wishlist' },
  {
    name: 'cart-with-coupon',
    path: '/cart',
    show: async (page) => {
      await putIntoCart(page, new URL(page.url()).origin, 'Reetha Herbal Shampoo', 2);
      await page.reload();
      await page.getByLabel('Coupon').fill('WELCOME10');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('10% OFF Applied!')).toBeVisible();
    },
  },
  {
    name: 'checkout',
    path: '/checkout',
    show: (page) => expect(page.getByRole('button', { name: 'Pay online' })).toBeEnabled(),
  },
  {
    name: 'checkout-mistakes',
    path: '/checkout',
    show: async (page) => {
      await fillInAddress(page);
      await page.getByLabel('Phone').fill('98765');
      await page.getByLabel('PIN code').fill('');
      await page.getByLabel('Payment reference ID').fill('UTR123');
      await completeOrder(page).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'payment-choose', path: '/checkout', show: openPaymentWindow },
  {
    name: 'payment-processing',
    path: '/checkout',
    show: async (page) => {
      await openPaymentWindow(page);
      await dialogOf(page).getByRole('radio', { name: 'PhonePe' }).check();
      await dialogOf(page).getByLabel('Your UPI ID').fill('asha@upi');
      await dialogOf(page)
        .getByRole('button', { name: /^Pay ₹/ })
        .click();
      await expect(dialogOf(page).getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    },
  },
  {
    name: 'payment-failed',
    path: '/checkout',
    show: async (page) => {
      await page.getByRole('link', { name: 'Pay online' }).click();
      await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
      await expect(dialogOf(page).getByRole('heading', { name: 'Payment failed' })).toBeVisible();
    },
  },
  {
    name: 'payment-manual',
    path: '/checkout',
    show: async (page) => {
      await page.getByRole('link', { name: 'Pay online' }).click();
      await dialogOf(page).getByRole('button', { name: 'Try Again' }).click();
      await dialogOf(page).getByRole('radio', { name: 'Scan a QR code' }).check();
      await dialogOf(page)
        .getByRole('button', { name: /^Pay ₹/ })
        .click();
      await expect(dialogOf(page).getByRole('img', { name: /UPI QR code/ })).toBeVisible();
    },
  },
  { name: 'checkout-waiting', path: '/checkout' },
];

const openOwnRequest = async (page: Page): Promise<void> => {
  await page.goto('/profile/requests');
  await page.getByRole('listitem').filter({ hasText: 'Painting' }).getByRole('link').first().click();
  await expect(page.getByRole('log')).toBeVisible();
};

const CUSTOMER_SCREENS: Screen[] = [
  { name: 'orders', path: '/profile/orders' },
  { name: 'commission', path: '/profile/requests', show: openOwnRequest },
  {
    name: 'commission-pay',
    path: '/profile/requests',
    show: async (page) => {
      await openOwnRequest(page);
      await page.getByRole('link', { name: /^Pay the balance/ }).click();
      await expect(page.getByLabel('Payment reference ID')).toBeVisible();
    },
  },
  {
    name: 'commission-label',
    path: '/profile/requests',
    show: async (page) => {
      await openOwnRequest(page);
      await page.goto(`${new URL(page.url()).pathname}/label`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  { name: 'orders-not-found', path: '/profile/orders?q=zzzzzz&period=2026' },
  {
    name: 'invoice',
    path: '/profile/orders',
    show: async (page) => {
      await page
        .getByRole('link', { name: /^Invoice/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible();
    },
  },
  {
    name: 'return-mistakes',
    path: '/profile/orders',
    show: async (page) => {
      await page
        .getByRole('link', { name: /^Return or exchange/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Send request' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'wishlist',
    path: '/profile/wishlist',
    show: async (page) => {
      const { origin } = new URL(page.url());
      const form = { intent: 'wish', artworkId: ARTWORKS['Amla Shampoo'], wanted: 'yes' };
      await page.request.post('/visitor-state', { form, headers: { origin, 'sec-fetch-site': 'same-origin' } });
      await page.reload();
      await expect(page.getByRole('article')).not.toHaveCount(0);
    },
  },
  {
    name: 'wishlist-shared',
    path: '/profile/wishlist',
    show: async (page) => {
      const { origin } = new URL(page.url());
      const headers = { origin, 'sec-fetch-site': 'same-origin' };
      await page.request.post('/profile/wishlist', { form: { shared: 'yes' }, headers });
      await page.reload();
      await expect(page.getByLabel('Your link')).toBeVisible();
    },
  },
  {
    name: 'wishlist-of-somebody',
    path: '/profile/wishlist',
    show: async (page) => {
      const link = await page.getByLabel('Your link').inputValue();
      await page.goto(new URL(link).pathname);
      await expect(page.getByRole('article')).not.toHaveCount(0);
    },
  },
];

const openRequest = async (page: Page, artwork: string, part: string): Promise<void> => {
  const request = page.getByRole('link', { name: artwork }).filter({ visible: true }).first();
  const { pathname } = new URL((await request.getAttribute('href'))!, page.url());
  await page.goto(pathname);
  await expect(page.getByRole('region', { name: part })).toBeVisible();
};

const ADMIN_SCREENS: Screen[] = [
  { name: 'admin-overview', path: '/admin' },
  { name: 'admin-orders', path: '/admin/orders' },
  { name: 'admin-orders-none', path: '/admin/orders?q=zzzzzz' },
  {
    name: 'admin-order',
    path: '/admin/orders?status=to-confirm',
    show: async (page) => {
      await page
        .getByRole('link', { name: /#[0-9A-F]{6}$/ })
        .first()
        .click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    name: 'admin-order-archive',
    path: '/admin/orders',
    show: async (page) => {
      await page
        .getByRole('link', { name: /#[0-9A-F]{6}$/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Delete order' }).click();
      await expect(dialogOf(page)).toContainText('This cannot be undone.');
    },
  },
  { name: 'admin-order-new', path: '/admin/orders/new?q=soap' },
  { name: 'admin-sale', path: `/admin/sale?line=${ARTWORKS['Amla Shampoo']}:2` },
  { name: 'admin-sale-upi', path: `/admin/sale?line=${ARTWORKS['Amla Shampoo']}:2&pay=upi` },
  {
    name: 'admin-order-new-mistakes',
    path: `/admin/orders/new?line=${ARTWORKS['Amla Shampoo']}:2&discount=100`,
    show: async (page) => {
      await page.getByLabel('PIN Code', { exact: true }).fill('12');
      await page.getByLabel('Name', { exact: true }).fill('Asha');
      await page.getByRole('button', { name: /^Create order/ }).evaluate((button: HTMLButtonElement) => {
        button.form!.noValidate = true;
      });
      await page.getByRole('button', { name: /^Create order/ }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'admin-search', path: '/admin/search?q=asha' },
  { name: 'admin-shortcuts', path: '/admin/shortcuts' },
  { name: 'admin-requests', path: '/admin/requests' },
  {
    name: 'admin-request',
    path: '/admin/requests',
    show: async (page) => {
      await page
        .getByRole('link', { name: /Keepsake Box/ })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Accept' })).toBeVisible();
    },
  },
  {
    name: 'admin-commission',
    path: '/admin/requests?q=Farida',
    show: (page) => openRequest(page, 'Madhubani Fish Dupatta', 'Quote'),
  },
  {
    name: 'admin-commission-at-work',
    path: '/admin/requests?q=Asha&status=accepted',
    show: (page) => openRequest(page, 'Monsoon Peacock Gown Panel', 'Progress'),
  },
  {
    name: 'commission-by-link',
    path: '/admin/requests?q=Meera&status=with-customer',
    show: async (page) => {
      await openRequest(page, 'Aipan Threshold Saree', 'Quote');
      await page.getByText('Link for the customer').click();
      const link = await page.getByRole('textbox', { name: 'Link for the customer' }).inputValue();
      await page.goto(new URL(link).pathname);
      await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible();
    },
  },
  { name: 'admin-payments', path: '/admin/payments' },
  { name: 'admin-refunds', path: '/admin/payments/refunds' },
  { name: 'admin-cash', path: '/admin/payments/cash' },
  { name: 'admin-gateway-differences', path: '/admin/payments/differences' },
  { name: 'admin-accountant', path: '/admin/payments/accountant' },
  {
    name: 'admin-payments-statement',
    path: '/admin/payments',
    show: async (page) => {
      await page
        .getByLabel('Paste rows from your statement')
        .fill(
          '21-11-2026 UPI/CR/446509914471/V SHAH 2,500.00\n21-11-2026 UPI/CR/446509914472/M I 726.00\nwhat is this',
        );
      await expect(page.getByText('1 line not readable')).toBeVisible();
    },
  },
  {
    name: 'admin-payments-reject',
    path: '/admin/payments',
    show: async (page) => {
      await page
        .getByLabel(/^More for order/)
        .first()
        .click();
      await page.getByRole('link', { name: 'Reject', exact: true }).filter({ visible: true }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'admin-contact', path: '/admin/contact' },
  ...(['packing-slip', 'label'] as const).map((paper) => ({
    name: `admin-${paper}`,
    path: '/admin/orders',
    show: async (page: Page) => {
      await page
        .getByRole('link', { name: /#[0-9A-F]{6}$/ })
        .first()
        .click();
      await expect(dialogOf(page)).toBeVisible();
      await page.goto(`${new URL(page.url()).pathname}/${paper}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  })),
  { name: 'admin-calendar', path: '/admin/calendar' },
  { name: 'admin-returns', path: '/admin/returns' },
  { name: 'admin-messages', path: '/admin/messages' },
  {
    name: 'admin-message',
    path: '/admin/messages?q=Order',
    show: async (page) => {
      await page
        .getByRole('link', { name: /^Order BV-/ })
        .first()
        .click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
];

const OWNER_SCREENS: Screen[] = [
  { name: 'admin-users', path: '/admin/users' },
  {
    name: 'admin-user',
    path: '/admin/users?q=customer',
    show: async (page) => {
      await page.getByRole('link', { name: 'Asha Rawat' }).first().click();
      await expect(page.getByRole('heading', { name: 'Consents' })).toBeVisible();
    },
  },
  {
    name: 'admin-user-edit',
    path: '/admin/users?q=customer',
    show: async (page) => {
      await page.getByRole('link', { name: 'Asha Rawat' }).first().click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'admin-user-invite', path: '/admin/users/invite' },
  { name: 'admin-policies', path: '/admin/policies' },
  { name: 'admin-policy', path: '/admin/policies/returns' },
  { name: 'admin-policy-version', path: '/admin/policies/returns/versions/1' },
  { name: 'admin-collections', path: '/admin/collections' },
  { name: 'admin-collection-new', path: '/admin/collections/new' },
  { name: 'admin-coupons', path: '/admin/coupons' },
  { name: 'admin-coupon-new', path: '/admin/coupons/new' },
  { name: 'admin-settings-shop', path: '/admin/settings' },
  { name: 'admin-settings', path: '/admin/settings/getting-paid' },
  { name: 'admin-settings-home', path: '/admin/settings/home#testimonials' },
  { name: 'admin-settings-shipping', path: '/admin/settings/delivery' },
  {
    name: 'admin-settings-mistakes',
    path: '/admin/settings/policies',
    show: async (page) => {
      await page.getByRole('button', { name: 'Add a holiday' }).click();
      await page.getByRole('button', { name: 'Save' }).last().click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'admin-opening', path: '/admin/opening' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-export', path: '/admin/export' },
  {
    name: 'database-test',
    path: '/database-test',
    show: async (page) => {
      await expect(page.getByText('All tests passed.')).toBeVisible({ timeout: 15_000 });
    },
  },
];

const CATALOGUE_SCREENS: Screen[] = [
  { name: 'admin-artworks', path: '/admin/artworks' },
  { name: 'admin-artworks-list', path: '/admin/artworks?view=list&sort=title&medium=oil' },
  { name: 'admin-artworks-none', path: '/admin/artworks?q=zzzzzz' },
  {
    name: 'admin-artworks-delete',
    path: '/admin/artworks?view=list',
    show: async (page) => {
      await page.goto(`/admin/artworks/delete?id=${ARTWORKS['Amla Shampoo']}`);
      await expect(dialogOf(page)).toContainText('This action cannot be undone.');
    },
  },
  {
    name: 'admin-artworks-out-of-stock',
    path: '/admin/artworks?view=list',
    show: async (page) => {
      await page.goto(`/admin/artworks/out-of-stock?id=${ARTWORKS['Amla Shampoo']}`);
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    name: 'admin-artworks-price',
    path: '/admin/artworks',
    show: async (page) => {
      await page.goto(`/admin/artworks/price?id=${ARTWORKS['Amla Shampoo']}`);
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  { name: 'admin-artwork', path: `/admin/artworks/${ARTWORKS['Amla Shampoo']}` },
  {
    name: 'admin-artwork-mistakes',
    path: '/admin/artworks/new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Save artwork' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'admin-stock-history', path: '/admin/artworks/00000000-0000-4000-8000-000000000009/stock-history' },
  {
    name: 'admin-artwork-variants',
    path: '/admin/artworks/00000000-0000-4000-8000-000000000009/variants',
    show: async (page) => {
      await page.getByRole('button', { name: 'Add a variant' }).click();
      await page.getByLabel('Size').first().fill('Large');
      await page.getByRole('button', { name: 'Save variants' }).click();
      await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
    },
  },
  {
    name: 'admin-artwork-personalization',
    path: '/admin/artworks/00000000-0000-4000-8000-000000000009/personalization',
    show: async (page) => {
      await page.getByLabel('Label').first().fill('Name on the plate');
      await page.getByLabel('Maximum characters').first().fill('900');
      await page.getByRole('button', { name: 'Save personalization' }).click();
      await expect(page.getByRole('alert')).toContainText('Enter a whole number from 1 to 200');
    },
  },
  {
    name: 'admin-picture-picker',
    path: '/admin/artworks/new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Choose from the shop’s photos' }).click();
      await dialogOf(page).getByRole('checkbox').first().check();
    },
  },
  {
    name: 'admin-artworks-import',
    path: '/admin/artworks/import',
    show: async (page) => {
      await page.getByLabel('Or paste rows').fill(`id,price\n${ARTWORKS['Amla Shampoo']},999\n,1`);
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await expect(page.getByRole('heading', { name: 'Changes to import' })).toBeVisible();
    },
  },
  { name: 'admin-media', path: '/admin/media' },
  { name: 'admin-media-list', path: '/admin/media?view=list&q=soap' },
  {
    name: 'admin-picture',
    path: '/admin/media?q=soap',
    show: async (page) => {
      await page.getByRole('link', { name: /soap/ }).first().click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    name: 'admin-picture-crop',
    path: '/admin/media?q=soap',
    show: async (page) => {
      await page.getByRole('link', { name: /soap/ }).first().click();
      await dialogOf(page).getByRole('button', { name: 'Crop' }).click();
      await expect(dialogOf(page).getByRole('button', { name: 'Save crop' })).toBeEnabled();
    },
  },
];

type Visitor = { who: string; screens: Screen[]; comeIn: (page: Page, baseURL: string) => Promise<unknown> };

export const SIGNED_IN: Visitor[] = [
  { who: 'a newcomer', screens: NEWCOMER_SCREENS, comeIn: signUp },
  { who: 'a customer', screens: CUSTOMER_SCREENS, comeIn: (page, baseURL) => signIn(page, baseURL, CUSTOMER) },
  {
    who: 'the owner at the desk',
    screens: ADMIN_SCREENS,
    comeIn: (page, baseURL) => signIn(page, baseURL, ADMIN),
  },
  {
    who: 'the owner alone',
    screens: OWNER_SCREENS,
    comeIn: (page, baseURL) => signIn(page, baseURL, ADMIN),
  },
  {
    who: 'the owner at the catalogue',
    screens: CATALOGUE_SCREENS,
    comeIn: (page, baseURL) => signIn(page, baseURL, ADMIN),
  },
];

export async function showScreen(page: Page, { path, show }: Screen): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('load');
  await show?.(page);
}
