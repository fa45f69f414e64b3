import { sql } from 'drizzle-orm';
import { OF_GUESTS } from '#app/modules/identity/accounts/account.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import type { Actor, Identity } from '#app/platform/actor.ts';

export const CUSTOMERS = 10;
/** People from this number on buy as guests. */
const GUESTS_FROM = 9;
const OWNER = 0;
const idOf = (kind: string, n: number) => `00000000-0000-4000-8000-${kind}${String(n).padStart(11, '0')}`;

export type Customer = Extract<Actor, { kind: 'customer' }>;
const identityOf = (n: number): Identity => ({
  userId: idOf('0', n),
  sessionId: idOf('0', n),
  emailVerified: true,
  name: n === OWNER ? 'Kamla Bisht' : `Asha Rawat ${n}`,
  email: n === OWNER ? 'admin@bisvar.example' : `customer${n}@bisvar.example`,
});
export const customer = (n: number): Customer => ({
  kind: 'customer',
  ...identityOf(n),
  ...(n >= GUESTS_FROM && { isGuest: true, emailVerified: false }),
});
export const owner: Actor = { kind: 'admin', role: 'owner', ...identityOf(OWNER) };

export type Artwork = { id: string; price: number; stock: number };
export const ARTWORKS: readonly Artwork[] = [
  { price: 99_900, stock: 1 },
  { price: 149_950, stock: 2 },
  { price: 250_000, stock: 1 },
  { price: 33_333, stock: 4 },
  { price: 480_100, stock: 2 },
  { price: 120_000, stock: 3 },
  { price: 75_055, stock: 6 },
].map((artwork, at) => ({ id: idOf('a', at), ...artwork }));

export const COUPONS = [
  { code: 'TEN', percentage: 10, limit: null },
  { code: 'FIRSTFEW', percentage: 15, limit: 3 },
] as const;

export async function stockShop(database: Database): Promise<void> {
  const people = [owner, ...Array.from({ length: CUSTOMERS }, (_, at) => customer(at + 1))].map((each) => {
    const { userId, name, email, emailVerified } = each as Identity;
    return { id: userId, name, email, emailVerified, signsInBy: emailVerified ? email : `${userId}${OF_GUESTS}` };
  });
  await database.execute(sql`
    with people as (
      insert into auth_users (id, name, email, email_verified)
      select (each ->> 'id')::uuid, each ->> 'name', each ->> 'signsInBy', (each ->> 'emailVerified')::boolean
      from jsonb_array_elements(${JSON.stringify(people)}::jsonb) each)
    insert into user_profiles (id, name, email, is_admin)
    select (each ->> 'id')::uuid, each ->> 'name', each ->> 'email', each ->> 'email' = 'admin@bisvar.example'
    from jsonb_array_elements(${JSON.stringify(people)}::jsonb) each`);
  await database.execute(sql`
    with pieces as (select each, ordinality as n from jsonb_array_elements(${JSON.stringify(ARTWORKS)}::jsonb) with ordinality as t (each)),
    pictures as (
      insert into media_gallery (filename, original_filename, file_path, public_url, file_size, mime_type, width, height, widths, preview, alt_text)
      select 'piece-' || n || '.webp', 'piece.png', 'piece-' || n || '.webp', '/media/piece-' || n || '.webp', 1000, 'image/webp', 1200, 1500, '{400}', '', 'Piece ' || n
      from pieces)
    insert into artworks (id, title, price, medium, category, stock_count, images)
    select (each ->> 'id')::uuid, 'Piece ' || n, (each ->> 'price')::bigint, 'oil', 'Oil Painting', (each ->> 'stock')::int,
      array['/media/piece-' || n || '.webp']
    from pieces`);
  for (const { code, percentage, limit } of COUPONS)
    await database.execute(sql`
      insert into coupons (code, discount_percentage, usage_limit, valid_from)
      values (${code}, ${percentage}, ${limit}::int, '2026-01-01')`);
  const settings = {
    payment_methods: [...DEFAULT_SETTINGS.paymentMethods, 'cod'],
    unmatched_orders: { orders: 1000, artworks: 10_000, artworksPerNetwork: 1_000_000 },
    cash_on_delivery: { ...DEFAULT_SETTINGS.cashOnDelivery, maxOpen: 50 },
  };
  for (const [key, value] of Object.entries(settings))
    await database.execute(sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`);
}
