/** Tables of the former backend. Each table is listed after the tables that it refers to. */
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

/** Cells are text, null when empty. `line` is the row's first line number. */
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

/** Also accepts names without the schema, such as `users`. */
export function toSourceTable(name: string): SourceTable | undefined {
  const [table = '', schema = ''] = name.toLowerCase().split('.').toReversed();
  if (schema === 'auth') return table === 'users' ? 'users' : undefined;
  if (schema !== '' && schema !== 'public') return undefined;
  if (table === 'auth_users') return 'users';
  return SOURCE_TABLES.find((known) => known === table);
}
