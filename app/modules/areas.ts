/**
 * The areas of the shop and their modules. A module may use only modules listed before it; `npm run check` reads this
 * list.
 */
export const areas = {
  store: ['settings', 'shipping', 'policies', 'consents', 'closing'],
  identity: ['accounts', 'sign-in', 'addresses', 'users'],
  messaging: ['push', 'messages', 'contact'],
  catalogue: ['media', 'artworks', 'product-import', 'collections', 'wishlist', 'feeds'],
  orders: [
    'coupons',
    'pricing',
    'holds',
    'cart',
    'ledger',
    'invoices',
    'orders',
    'unpaid-limits',
    'returns',
    'reports',
  ],
  payments: ['payments', 'checkout', 'bank', 'invoice-documents', 'tax-export'],
  requests: ['requests', 'calendar'],
  operations: ['backups', 'health', 'personal-data', 'data-import'],
} as const satisfies Record<string, readonly string[]>;
