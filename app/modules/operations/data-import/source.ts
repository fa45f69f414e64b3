/** The tables of the hosted backend that are read, in the order in which one needs the other. */
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

/** A row as the file has it: its cells as text, null where there is none, and the line in which it begins. */
export type SourceRow = {
  line: number;
  cells: Record<string, string | null>;
  /** Why it can't be read, where it can't. */
  problem?: string;
};

export type Source = {
  tables: ReadonlyMap<SourceTable, SourceRow[]>;
  /** What lies beside them and isn't read, with its number of rows where that is known. */
  unread: string[];
};

/**
 * Which table a name means, written with its schema or without: accounts are `auth.users`, in a file of their own `users` too;
 * undefined for every other table.
 */
export function sourceTableOf(name: string): SourceTable | undefined {
  const [table = '', schema = ''] = name.toLowerCase().split('.').toReversed();
  if (schema === 'auth') return table === 'users' ? 'users' : undefined;
  if (schema !== '' && schema !== 'public') return undefined;
  if (table === 'auth_users') return 'users';
  return SOURCE_TABLES.find((known) => known === table);
}
