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

/** A file that can't be read, with the reason as its message. */
export class UnreadableSource extends Error {
  override name = 'UnreadableSource';
}

export type Source = {
  tables: ReadonlyMap<SourceTable, SourceRow[]>;
  /** Other files of the folder, which are not read. */
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
