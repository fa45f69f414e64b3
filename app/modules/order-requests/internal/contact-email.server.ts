import { sql } from 'drizzle-orm';

/**
 * The email address at which the sender of a request is reached, as a column: the one on the request, or the present one of the account
 * that has changed that address since.
 */
export const contactEmail = sql<string>`lower(coalesce((
  select auth_users.email from former_addresses join auth_users on auth_users.id = former_addresses.user_id
  where former_addresses.email = lower(order_requests.email) and former_addresses.left_at >= order_requests.created_at
    and coalesce(order_requests.user_id, former_addresses.user_id) = former_addresses.user_id
  order by former_addresses.left_at limit 1), order_requests.email))`;
