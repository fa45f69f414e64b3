/**
 * Which module may use which. A module stands after those it uses, so circles can't be written; `notifications` and `personal-data`
 * stand on top: only the latter, which gathers and forgets what all of them know of a person, imports the former. The linter reads this page.
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
  'order-requests': ['accounts', 'catalogue', 'media', 'orders', 'pricing', 'settings'],
  'custom-orders': ['accounts', 'catalogue', 'media', 'order-requests', 'settings'],
  contact: ['accounts', 'settings'],
  notifications: [
    'accounts',
    'catalogue',
    'contact',
    'coupons',
    'custom-orders',
    'media',
    'order-requests',
    'orders',
    'payments',
    'settings',
  ],
  'personal-data': [
    'accounts',
    'cart',
    'catalogue',
    'contact',
    'custom-orders',
    'notifications',
    'order-requests',
    'orders',
    'wishlist',
  ],
} as const satisfies Record<string, readonly string[]>;
