/**
 * Which module may use which. A module stands after those it uses, so circles can't be written; `notifications` stands
 * on top and nobody imports it. The linter reads this page.
 */
export const dependencies = {
  settings: [],
  accounts: ['settings'],
  media: ['accounts'],
  catalogue: ['media'],
  shipping: ['settings'],
  coupons: ['accounts'],
  pricing: ['coupons', 'shipping'],
  cart: ['accounts', 'catalogue', 'media'],
  wishlist: ['accounts', 'catalogue', 'media'],
  payments: ['accounts', 'settings'],
  orders: ['accounts', 'cart', 'catalogue', 'coupons', 'media', 'payments', 'pricing', 'settings', 'shipping'],
  statements: ['accounts', 'orders', 'payments'],
  invoices: ['accounts', 'orders', 'payments', 'settings'],
  returns: ['accounts', 'catalogue', 'media', 'orders', 'settings'],
  'order-requests': ['accounts', 'catalogue', 'media', 'orders', 'pricing', 'settings'],
  'custom-orders': ['accounts', 'catalogue', 'media', 'order-requests', 'settings'],
  contact: ['accounts', 'settings'],
  notifications: [
    'accounts',
    'catalogue',
    'contact',
    'custom-orders',
    'media',
    'order-requests',
    'orders',
    'payments',
    'returns',
    'settings',
  ],
} as const satisfies Record<string, readonly string[]>;
