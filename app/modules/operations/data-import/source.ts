/** Lists the tables of the former backend, in order of their references. */
export const SOURCE_TABLES = [
  'users',
  'user_profiles',
  'media_gallery',
  'artworks',
  'coupons',
  'orders',
  'payments',
  'payment_orders',
  'order_requests',
  'wishlist',
  'cart',
] as const;
export type SourceTable = (typeof SOURCE_TABLES)[number];

/** Holds the cells as text, null when empty, and the number of its first line. */
export type SourceRow = {
  line: number;
  cells: Record<string, string | null>;
  problem?: string;
};

export class UnreadableSource extends Error {
  override name = 'UnreadableSource';
}

export type Source = {
  tables: ReadonlyMap<SourceTable, SourceRow[]>;
  unread: string[];
};

/** Returns a table's name. Accepts names without the schema, such as `users`. */
export function toSourceTable(name: string): SourceTable | undefined {
  const [table = '', schema = ''] = name.toLowerCase().split('.').toReversed();
  if (schema === 'auth') return table === 'users' ? 'users' : undefined;
  if (schema !== '' && schema !== 'public') return undefined;
  if (table === 'auth_users') return 'users';
  return SOURCE_TABLES.find((known) => known === table);
}
