import { eq, inArray, sql } from 'drizzle-orm';
import type { Address } from '#app/basics/address.ts';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { authUsers, userProfiles } from './tables.server.ts';

/** An account from another shop, which never becomes an admin. */
export type ImportedPerson = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  address: Address | null;
  deactivatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export async function importPeople(
  shop: Shop,
  people: readonly ImportedPerson[],
  memory: ImportMemory,
  alongside: (shop: Shop, people: readonly ImportedPerson[]) => Promise<void>,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, people, {
    ...memory,
    // Sign-in changes these columns, so they are not compared.
    columns: ({ updatedAt: _updatedAt, emailVerified: _emailVerified, ...row }) => row,
    findExisting: async (shop, rows) => {
      const there = await shop.database
        .select({
          id: authUsers.id,
          name: userProfiles.name,
          email: authUsers.email,
          phone: userProfiles.phone,
          address: userProfiles.address,
          deactivatedAt: userProfiles.deactivatedAt,
          createdAt: authUsers.createdAt,
        })
        .from(authUsers)
        .leftJoin(userProfiles, eq(userProfiles.id, authUsers.id))
        .where(
          inArray(
            authUsers.id,
            rows.map(({ id }) => id),
          ),
        );
      return new Map(there.map((row) => [row.id, row]));
    },
    write: async (shop, rows) => {
      await shop.database.insert(authUsers).values(
        rows.map(({ id, name, email, emailVerified, createdAt, updatedAt }) => ({
          id,
          name,
          email,
          emailVerified,
          createdAt,
          updatedAt,
        })),
      );
      await shop.database
        .insert(userProfiles)
        .values(rows.map(({ emailVerified: _emailVerified, ...profile }) => profile));
      await alongside(shop, rows);
    },
  });
}

export async function findAccountsByEmail(
  shop: Shop,
  emails: readonly string[],
): Promise<Map<string, { id: string; emailVerified: boolean }>> {
  shopOnly(shop);
  const { id, email, emailVerified } = authUsers;
  const rows = await shop.database
    .select({ id, email, emailVerified })
    .from(authUsers)
    .where(sql`${email} = any(${sql.param([...emails])}::text[])`);
  return new Map(rows.map(({ email, ...account }) => [email, account]));
}
